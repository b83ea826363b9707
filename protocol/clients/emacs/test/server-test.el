;;; server-test.el --- Where the daemon is looked for  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-edits)

(defconst server-test-build "Build it with \"swift build -c release --product diffabled\".")

(defmacro server-test-in-checkout (checkout &rest body)
  "Evaluate BODY with CHECKOUT bound to one without a daemon.
Nor is there one elsewhere."
  (declare (indent 1))
  `(let* ((,checkout (file-name-as-directory (make-temp-file "checkout" t)))
          (diffabled--directory (concat ,checkout "protocol/clients/emacs/"))
          (process-environment (cons "DIFFABLED" process-environment))
          (exec-path (list (concat ,checkout "bin"))))
     (unwind-protect
         (progn
           (make-directory diffabled--directory t)
           (write-region "" nil (concat ,checkout "Package.swift") nil 'quiet)
           ,@body)
       (delete-directory ,checkout t))))

(defun server-test-executable (file)
  "Make FILE an executable file; return it."
  (make-directory (file-name-directory file) t)
  (write-region "" nil file nil 'quiet)
  (set-file-modes file #o755)
  file)

(defun server-test-failure ()
  "Return what is said when no daemon is found."
  (cadr (should-error (diffabled--find-server) :type 'diffabled-server-not-found)))

(ert-deftest server-each-place-comes-before-the-next ()
  (server-test-in-checkout checkout
    (dolist (name '(".build/debug/diffabled" ".build/release/diffabled" "bin/diffabled"))
      (let ((file (server-test-executable (concat checkout name))))
        (should (equal (diffabled--find-server) file))))
    (setenv "DIFFABLED" (server-test-executable (concat checkout "named")))
    (should (equal (diffabled--find-server) (concat checkout "named")))
    (let ((diffabled-server (server-test-executable (concat checkout "set"))))
      (should (equal (diffabled--find-server) diffabled-server))
      (should (equal (diffabled--find-server (server-test-executable (concat checkout "given")))
                     (concat checkout "given"))))))

(ert-deftest server-the-error-has-a-sentence-for-each-place ()
  (server-test-in-checkout checkout
    (should (equal (server-test-failure)
                   (concat
                    "No diffabled was found. The setting \"server\" is empty. "
                    "$DIFFABLED is not set. PATH has no diffabled. "
                    "There is no .build/release/diffabled or .build/debug/diffabled in "
                    (directory-file-name checkout) ". " server-test-build)))
    (delete-file (concat checkout "Package.swift"))
    (should (string-suffix-p (concat " The library is in no checkout of diffabled. "
                                     server-test-build)
                             (server-test-failure)))))

(ert-deftest server-what-was-named-is-final ()
  (server-test-in-checkout checkout
    (server-test-executable (concat checkout ".build/release/diffabled"))
    (setenv "DIFFABLED" "/nowhere")
    (should (equal (server-test-failure)
                   "$DIFFABLED is /nowhere, and no executable file is there."))
    (let ((diffabled-server checkout))
      (should (string-prefix-p (format "The setting \"server\" is %s," checkout)
                               (server-test-failure))))))

(ert-deftest server-what-is-no-daemon-is-said ()
  (should-error (diffabled-connect :server (executable-find "false"))
                :type 'diffabled-connection-lost)
  (test-with-warnings warnings
    (let ((script (make-temp-file "daemon" nil nil "#!/bin/sh\necho hello\nexec sleep 30\n")))
      (set-file-modes script #o755)
      (should (equal (should-error (diffabled-connect :server script))
                     '(diffabled-connection-lost "The daemon ended with code -9.")))
      (should (string-match-p "what is no message" (car warnings)))
      (delete-file script))))

(ert-deftest server-one-that-cannot-do-is-refused ()
  (cl-loop for (info words) in
           '(((:protocolVersion 2) "version 2 of the protocol, this library version 1")
             ((:protocolVersion 1 :capabilities (:changeFormats ["staged"])) "does not name batch"))
           do (let ((test-info info))
                (test-with-stub stub nil
                  (should (string-match-p
                           words (cadr (should-error (test-play stub)
                                                     :type 'diffabled-unsupported-server))))))))

(ert-deftest server-a-view-needs-one-that-has-views ()
  (let ((test-info '(:protocolVersion 1 :capabilities (:changeFormats ["batch"]))))
    (test-with-stub stub '("{\"openView\":{\"name\":\"hits\",\"view\":{\"of\":\"songs\"}}}")
      (should-error (test-play stub) :type 'diffabled-unsupported-server))))

(provide 'server-test)
;;; server-test.el ends here
