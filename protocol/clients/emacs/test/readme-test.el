;;; readme-test.el --- The README's examples, as they are printed  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-stub)

(defconst readme-test-library (file-name-directory (directory-file-name test-directory)))

(defun readme-test-blocks (language)
  "Return the blocks of LANGUAGE in the README."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "README.md" readme-test-library))
    (let (blocks)
      (while (re-search-forward (format "^```%s\n\\(\\(?:.*\n\\)*?\\)```$" language) nil t)
        (push (match-string 1) blocks))
      (nreverse blocks))))

(ert-deftest readme-the-five-minutes-do-what-they-say ()
  (pcase-let* ((`(,script) (readme-test-blocks "sh"))
               (`(,build . ,lines) (split-string script "\n"))
               (`(,printed) (readme-test-blocks "text"))
               (checkout (directory-file-name (diffabled--checkout)))
               (directory (make-temp-file "readme" t))
               (default-directory (file-name-as-directory checkout)))
    (should (string-prefix-p "swift build " build))
    (unless (getenv "DIFFABLED")
      (should (eql 0 (call-process "sh" nil nil nil "-c" build))))
    ;; What it leaves behind is not to be in this checkout.
    (setq default-directory (file-name-as-directory directory))
    (unwind-protect
        (with-temp-buffer
          (dolist (name '("Package.swift" ".build" "protocol"))
            (make-symbolic-link (expand-file-name name checkout) name))
          (insert (string-join lines "\n"))
          (should (eql 0 (call-process-region nil nil "sh" t t nil "-eu")))
          (should (equal (buffer-string) printed)))
      (delete-directory directory t))))

(provide 'readme-test)
;;; readme-test.el ends here
