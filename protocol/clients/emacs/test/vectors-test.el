;;; vectors-test.el --- The vectors of all client libraries  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-stub)

(ert-deftest vectors-are-played ()
  "What a list asks, tells and shows."
  (let ((files (directory-files test-vectors t "\\.jsonl\\'")))
    (should (>= (length files) 16))
    (dolist (file files)
      (ert-info (file)
        (test-with-stub stub (test-lines file)
          (test-play stub))))))

(provide 'vectors-test)
;;; vectors-test.el ends here
