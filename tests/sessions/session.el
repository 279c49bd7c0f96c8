;;; session.el --- Steps of a session in a real Emacs -*- lexical-binding: t -*-

;; Emacs runs as it does for a user, with its timers and hooks: a session is a
;; list of steps, each of which is taken once its condition holds. Only the
;; answers of the user are made up here. What happens is told in emacs.log.

(require 'cl-lib)

(defvar session-patience 60 "Seconds that each step is waited for.")
(defvar session-steps nil "What is to be done: (NAME CONDITION ACTION) each.")
(defvar session-buffer nil "That of the program.")
(defvar session-since nil "Since when the next step is waited for.")
(defvar session-busy nil "Whether an action is under way, which may wait.")

(setq inhibit-startup-screen t
      make-backup-files nil
      auto-save-default nil)

(defun session-out (format &rest arguments)
  (write-region (concat (apply #'format format arguments) "\n")
                nil "emacs.log" 'append 'silent))

(defun session-assert (condition what)
  (unless condition (error "%s" what)))

(defun session-end (status)
  (with-current-buffer session-buffer (set-buffer-modified-p nil))
  (setq kill-emacs-hook nil confirm-kill-processes nil)
  (kill-emacs status))

(defun session-tick ()
  (unless (or session-busy (null session-steps))
    (let ((session-busy t))
      (condition-case why
          (with-current-buffer session-buffer
            (pcase-let ((`(,name ,condition ,action) (car session-steps)))
              (unless session-since (setq session-since (float-time)))
              (cond
               ((funcall condition)
                (session-out "%s" name)
                (pop session-steps)
                (setq session-since nil)
                (when action (funcall action)))
               ((> (- (float-time) session-since) session-patience)
                (error "waited in vain for: %s" name)))))
        ((error quit)
         (session-out "FAILED: %S" why)
         (dolist (buffer (buffer-list))
           (when (string-match-p "\\*Messages\\*\\|events\\*\\|stderr\\*\\|lsp-log\\*"
                                 (buffer-name buffer))
             (session-out "%s:\n%s" (buffer-name buffer)
                          (with-current-buffer buffer (buffer-string)))))
         (session-end 1))))))

(defun session-run (steps)
  "Go through STEPS once Emacs has started, and end it."
  (add-hook 'emacs-startup-hook
            (lambda ()
              (setq session-buffer (get-file-buffer "overflow.mlir")
                    session-steps
                    (append steps `(("the end" always ,(lambda () (session-end 0))))))
              (run-with-timer 0.05 0.05 #'session-tick))))

;; What all sessions look at.

(defun session-reductions ()
  (with-current-buffer session-buffer
    (save-excursion
      (goto-char (point-min))
      (how-many "noisy\\.reduce_noise"))))

(defun session-go-to (where)
  "Put the cursor at WHERE, as a user sees it."
  (switch-to-buffer session-buffer)
  (goto-char where))

(defun session-overflow ()
  "Where the program overflows."
  (save-excursion
    (goto-char (point-min))
    (search-forward "%p2 =")
    (match-beginning 0)))

(defun session-choose (items)
  "Choose the fix from ITEMS, titles."
  (dolist (item items) (session-out "  code action: %s" item))
  (or (cl-find-if (lambda (item) (string-match-p "Insert optimal reduce_noise" item))
                  items)
      (error "the fix is not offered")))

(defun session-check-hover (text)
  (session-out "  %s" (replace-regexp-in-string "\n" "\n  " text))
  (session-assert (string-match-p "Noise: 48 bits, limit 26" text) "the hover lacks the noise")
  (session-assert (string-match-p "48 = 24 \\+ 24" text) "the hover lacks the sum")
  (session-assert (string-match-p "noisy\\.mul" text) "the hover lacks MLIR's part"))

(defun session-undo ()
  "One undo, as by a key."
  (setq last-command 'something-else)
  (undo-boundary)
  (undo))

(defun session-complete (typed expected)
  "Type TYPED on a line of its own, and complete it to EXPECTED."
  (session-go-to (session-overflow))
  (end-of-line)
  (let ((start (point)))
    (insert "\n  " typed)
    (completion-at-point)
    (let ((text (buffer-substring-no-properties start (point))))
      (session-out "  %S becomes %S" typed text)
      (delete-region start (point))
      (session-assert (string-suffix-p expected text) "not what was meant"))))

(defun session-press (keys)
  "Press KEYS one after the other, Enter among them."
  (dolist (key (append keys nil))
    (setq this-command (if (eq key ?\n) #'newline #'self-insert-command))
    (let ((last-command-event key)) (call-interactively this-command))))

(defun session-type (format-buffer)
  "Type two lines, and have FORMAT-BUFFER give them their layout."
  (session-go-to (session-overflow))
  (end-of-line)
  (let* ((first (line-number-at-pos))
         (lines (lambda () (split-string (buffer-string) "\n")))
         (before (funcall lines))
         (added (lambda () (cl-subseq (funcall lines) first (+ first 2)))))
    (session-press
     "\n%q=noisy.add %p1, %p1:!noisy.i32\n%s   = noisy.reduce_noise %q : !noisy.i32")
    (session-out "  typed: %S" (funcall added))
    (session-assert (string-match-p "%q ?= ?noisy.add %p1, %p1 ?: ?!noisy.i32$"
                                    (car (funcall added)))
                    "not what was typed")
    (funcall format-buffer)
    (session-out "  formatted: %S" (funcall added))
    (session-assert (equal (funcall added)
                           '("  %q = noisy.add %p1, %p1 : !noisy.i32"
                             "  %s = noisy.reduce_noise %q : !noisy.i32"))
                    "not the layout of MLIR")
    (session-assert (equal (append (cl-subseq (funcall lines) 0 first)
                                   (nthcdr (+ first 2) (funcall lines)))
                           before)
                    "another line was changed")))

(defun session-enter ()
  "Press Enter as in a terminal, where it is a carriage return: the server indents."
  (session-go-to (session-overflow))
  (end-of-line)
  (let ((last-input-event ?\r)
        (last-command-event ?\r))
    (setq this-command #'newline)
    (call-interactively #'newline))
  (let ((line (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
    (session-out "  after Enter: %S" line)
    (session-assert (equal line "  ") "the new line is not indented")
    (delete-region (1- (line-beginning-position)) (line-end-position))))

(unless (fboundp 'always) (defun always (&rest _) t))
