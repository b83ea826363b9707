;;; terminal-test.el --- Two windows on a real terminal  -*- lexical-binding: t; -*-

;;; Commentary:

;; Batch Emacs draws nothing, and does not scroll to where point is; so this starts another one on
;; a terminal of its own, in which `terminal-test-run' is called.

;;; Code:

(require 'test-edits)

(defun terminal-test-run ()
  "Shuffle and move 1,000 rows in two windows; write what went wrong into a file."
  (let ((wrong (condition-case err
                   (terminal-test-count)
                 (error (error-message-string err)))))
    (write-region (format "%S" wrong) nil (getenv "TERMINAL_TEST_RESULT") nil 'quiet)
    (kill-emacs)))

(defun terminal-test-count ()
  "Return (STEPS LOST MOVED).
That is how often point was lost, and how often its row moved on the screen."
  (test-with-connection connection
    (let* ((chance (cl-make-random-state 1))
           (list (diffabled-open
                  connection "list"
                  :document `(:sections [(:id "s" :items ,(vconcat (number-sequence 0 999)))])))
           (lost 0) (moved 0))
      (switch-to-buffer (diffabled-view list "*list*"
                                        (lambda (row) (format "row %s" (diffabled-row-identifier row)))))
      (split-window)
      (dotimes (step 100)
        (dolist (window (window-list))
          (with-selected-window window
            (goto-char (diffabled-view--position (+ 100 (cl-random 700 chance))))
            (recenter (cl-random 9 chance))))
        (redisplay t)
        (let ((before (mapcar #'terminal-test-place (window-list))))
          (diffabled-edit list (if (zerop (% step 4))
                                   `(:op "shuffleItems" :seed ,step)
                                 `( :op "moveItem" :item ,(cl-random 500 chance)
                                    :beforeItem ,(+ 500 (cl-random 500 chance)))))
          (redisplay t)
          (cl-loop for (row line) in before
                   for (shown-row shown-line) in (mapcar #'terminal-test-place (window-list))
                   for index = (diffabled-list-index list row)
                   do (unless (eq row shown-row) (cl-incf lost))
                   ;; Above the first row there is nothing to be shown, and below the last.
                   (unless (or (> index 960) (equal shown-line (min line index)))
                     (cl-incf moved)))))
      (list 100 lost moved))))

(defun terminal-test-place (window)
  "Return the row at point in WINDOW, and the line of the screen that it is on."
  (with-current-buffer (window-buffer window)
    (list (diffabled-view-row (window-point window))
          (cdr (posn-col-row (posn-at-point (window-point window) window))))))

(ert-deftest terminal-nothing-is-lost-and-nothing-jumps ()
  (let* ((result (make-temp-file "terminal"))
         (process-environment `(,(concat "TERMINAL_TEST_RESULT=" result) "TERM=xterm"
                                ,@process-environment))
         (command (format "stty rows 40 cols 80; exec emacs -Q -nw -L %s -L %s -l %s -f terminal-test-run"
                          (shell-quote-argument (file-name-directory (locate-library "diffabled")))
                          (shell-quote-argument test-directory) "terminal-test")))
    (unwind-protect
        (progn
          (call-process "timeout" nil nil nil "300" "script" "-qec" command "/dev/null")
          (should (equal (with-temp-buffer
                           (insert-file-contents result)
                           (read (current-buffer)))
                         '(100 0 0))))
      (delete-file result))))

(provide 'terminal-test)
;;; terminal-test.el ends here
