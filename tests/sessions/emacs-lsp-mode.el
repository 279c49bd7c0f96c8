;;; emacs-lsp-mode.el --- What tests/sessions/emacs-lsp-mode does -*- lexical-binding: t -*-

(require 'seq)

;; What asks a new user, or would look for programs to install.
(setq lsp-session-file (expand-file-name "lsp-session")
      lsp-auto-guess-root t
      lsp-enable-suggest-server-download nil
      lsp-restart 'ignore
      lsp-enable-snippet nil
      lsp-log-io nil)

(defun session-diagnostics ()
  (append (and (fboundp 'lsp--get-buffer-diagnostics) (lsp--get-buffer-diagnostics)) nil))

(defun session-hover ()
  "What M-x lsp-describe-thing-at-point shows."
  (let ((shown (get-buffer "*lsp-help*")))
    (and shown
         (with-current-buffer shown
           (let ((text (buffer-string)))
             (and (string-match-p "Noise:" text) text))))))

(session-run
 (list
  (list "the server is connected"
        (lambda ()
          (and (bound-and-true-p lsp-mode)
               (lsp-workspaces)
               (eq 'initialized (lsp--workspace-status (car (lsp-workspaces))))))
        nil)
  (list "a diagnostic" #'session-diagnostics
        (lambda ()
          (let ((found (session-diagnostics)))
            (dolist (each found)
              (session-out "  %d: %s"
                           (1+ (gethash "line" (gethash "start" (gethash "range" each))))
                           (gethash "message" each)))
            (session-assert (= (length found) 1) "one diagnostic was expected")
            (session-assert (string-match-p "noise overflow: %p2 can have 48"
                                            (gethash "message" (car found)))
                            "not the overflow of %p2")
            (session-assert (eq (gethash "severity" (car found)) 1) "not an error")
            (session-assert (= (lsp--position-to-point
                                (gethash "start" (gethash "range" (car found))))
                               (session-overflow))
                            "not at %p2")
            (session-go-to (session-overflow))
            (lsp-describe-thing-at-point))))
  (list "a hover" #'session-hover
        (lambda () (session-check-hover (session-hover))))
  (list "the list of code actions" #'always
        (lambda ()
          (delete-other-windows)
          (session-go-to (session-overflow))
          (cl-letf (((symbol-function 'completing-read)
                     (lambda (_prompt items &rest _)
                       (session-choose (all-completions "" items)))))
            (call-interactively #'lsp-execute-code-action))))
  (list "the fix" (lambda () (> (session-reductions) 0))
        (lambda ()
          (session-out "%s" (buffer-string))
          (session-assert (= (session-reductions) 3) "three reductions were expected")))
  (list "no diagnostics are left" (lambda () (null (session-diagnostics))) #'session-undo)
  (list "undone" (lambda () (= (session-reductions) 0)) nil)
  (list "the diagnostic is back" #'session-diagnostics
        (lambda ()
          (session-complete "%q = noisy.red" "%q = noisy.reduce_noise")
          (session-complete "%q = noisy.add %p1, %p1 : !noisy.i" " : !noisy.i32")
          (session-type #'lsp-format-buffer)
          (session-enter)
          (with-current-buffer "*Messages*"
            (goto-char (point-min))
            (session-assert (not (re-search-forward "Unknown \\|[Ee]rror" nil t))
                            (buffer-string)))))))
