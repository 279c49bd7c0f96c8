;;; emacs-eglot.el --- What tests/sessions/emacs-eglot does -*- lexical-binding: t -*-

(defun session-flymake () (and (bound-and-true-p flymake-mode) (flymake-diagnostics)))

(defun session-hover ()
  "What eldoc shows at the cursor."
  (let ((shown (and (boundp 'eldoc--doc-buffer) eldoc--doc-buffer)))
    (and (buffer-live-p shown)
         (with-current-buffer shown
           (let ((text (buffer-string)))
             (and (string-match-p "Noise:" text) text))))))

(session-run
 (list
  (list "the server is connected"
        (lambda () (and (fboundp 'eglot-managed-p) (eglot-managed-p)))
        nil)
  (list "a diagnostic" #'session-flymake
        (lambda ()
          (let ((found (flymake-diagnostics)))
            (dolist (each found)
              (session-out "  %d: %s" (line-number-at-pos (flymake-diagnostic-beg each))
                           (flymake-diagnostic-text each)))
            (session-assert (= (length found) 1) "one diagnostic was expected")
            (session-assert (string-match-p "noise overflow: %p2 can have 48"
                                            (flymake-diagnostic-text (car found)))
                            "not the overflow of %p2")
            (session-assert (eq (flymake-diagnostic-type (car found)) 'eglot-error)
                            "not an error")
            (session-assert (= (flymake-diagnostic-beg (car found)) (session-overflow))
                            "not at %p2")
            (session-go-to (session-overflow))
            (eldoc-print-current-symbol-info))))
  (list "a hover" #'session-hover
        (lambda () (session-check-hover (session-hover))))
  (list "the list of code actions" #'always
        (lambda ()
          (session-go-to (session-overflow))
          (let ((last-nonmenu-event ?\r))
            (cl-letf (((symbol-function 'completing-read)
                       (lambda (_prompt items &rest _)
                         (session-choose (mapcar #'car items)))))
              ;; Eglot asks before it makes an edit that the server wants.
              (advice-add 'y-or-n-p :override
                          (lambda (prompt) (session-out "  yes: %s" prompt) t))
              (call-interactively #'eglot-code-actions)))))
  (list "the fix" (lambda () (> (session-reductions) 0))
        (lambda ()
          (session-out "%s" (buffer-string))
          (session-assert (= (session-reductions) 3) "three reductions were expected")))
  ;; What comes in one piece with the reply to a command Emacs leaves unread until
  ;; there is more (jsonrpc.el throws out of its filter). A hover is more, and what
  ;; Emacs asks for whenever the cursor moves.
  (list "no diagnostics are left"
        (lambda ()
          (unless (null (session-flymake)) (eldoc-print-current-symbol-info t))
          (null (session-flymake)))
        #'session-undo)
  (list "undone" (lambda () (= (session-reductions) 0)) nil)
  (list "the diagnostic is back" #'session-flymake
        (lambda ()
          (session-complete "%q = noisy.red" "%q = noisy.reduce_noise")
          (session-complete "%q = noisy.add %p1, %p1 : !noisy.i" " : !noisy.i32")
          (session-type #'eglot-format-buffer)
          (session-enter)
          (let ((events (jsonrpc-events-buffer (eglot-current-server))))
            (with-current-buffer events
              (goto-char (point-min))
              (session-assert
               (not (re-search-forward ":error\\_>\\|^\\[internal\\].*[Ee]rror" nil t))
               (buffer-substring (line-beginning-position -3)
                                 (min (point-max) (+ (point) 500))))))
          (eglot-shutdown (eglot-current-server))))))
