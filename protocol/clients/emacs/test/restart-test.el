;;; restart-test.el --- The death of the daemon  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-edits)

(defconst restart-test-letters
  '(:sections [(:id "s" :items ["a" (:id ["b" t] :content :null)])]))

(defmacro restart-test-with (names &rest body)
  "Evaluate BODY with a connection, a list of letters and what was heard.
They are bound to NAMES; the last that was heard is first: changes, the
errors of lost daemons, and `restart'."
  (declare (indent 1))
  (pcase-let ((`(,connection ,letters ,heard) names))
    `(test-with-connection ,connection
       (let ((,letters (diffabled-open ,connection "letters" :document restart-test-letters
                                       :options '(:history 7)))
             (,heard nil))
         (ignore ,letters)
         (diffabled-on-change ,letters (lambda (change) (push change ,heard)))
         (diffabled-on-lost ,connection (lambda (failure) (push failure ,heard)))
         (diffabled-on-restart ,connection (lambda () (push 'restart ,heard)))
         (test-without-debugger ,@body)))))

(ert-deftest restart-makes-the-list-again-and-tells-nothing ()
  (restart-test-with (connection letters heard)
    (diffabled-edit letters '(:op "reverseItems"))
    (let ((rows (diffabled-list-rows letters)))
      (setq heard nil)
      (test-kill connection)
      (should-error (diffabled-request connection "dataSource/list")
                    :type 'diffabled-connection-lost)
      (test-until (lambda () (memq 'restart heard)))
      (should (equal (nreverse heard)
                     '((diffabled-connection-lost "The daemon ended with code -9.") restart)))
      (setq heard nil)
      (should (eql (diffabled-list-revision letters) 1))
      (test-same-entries rows (diffabled-list-rows letters))
      (test-check connection letters)
      (diffabled-edit letters '(:op "reverseItems"))
      (should (equal (mapcar #'diffabled-change-revision heard) '(2)))
      (test-same-entries (reverse rows) (diffabled-list-rows letters)))))

(ert-deftest restart-makes-lists-in-their-order-and-trees ()
  (restart-test-with (connection letters heard)
    (diffabled-request connection "dataSource/applySection"
                       '( :dataSource "letters" :section "s"
                          :snapshot (:items [(:id "a" :expanded t :children [["b" t]])])))
    (let* ((lists (cons letters (cl-loop for number below 8
                                         collect (diffabled-open connection
                                                                 (format "list %d" number)
                                                                 :document restart-test-letters))))
           (outlines (mapcar #'test-outlines lists)))
      (should (> (length (car outlines)) 0))
      (setq lists (append lists (list (diffabled-attach connection "list 7"))) heard nil)
      (test-kill connection)
      (test-until (lambda () (memq 'restart heard)))
      (should-not (cl-find-if #'diffabled-change-p heard))
      (should (equal (mapcar (lambda (entry) (plist-get entry :dataSource))
                             (plist-get (diffabled-request connection "dataSource/list")
                                        :dataSources))
                     (mapcar #'diffabled-list-name (butlast lists))))
      (dolist (list lists)
        (test-check connection list))
      (should (equal (mapcar #'test-outlines (butlast lists)) outlines)))))

(ert-deftest restart-a-list-of-others-waits-until-they-make-it-again ()
  (test-with-connection connection
    (let* ((create (lambda ()
                     (diffabled-request connection "dataSource/create"
                                        `(:dataSource "letters" :snapshot ,restart-test-letters))))
           (letters (progn (funcall create) (diffabled-attach connection "letters")))
           (rows (diffabled-list-rows letters))
           restarted)
      (diffabled-on-restart connection (lambda () (setq restarted t)))
      (test-kill connection)
      (test-until (lambda () restarted))
      (test-until (lambda () (not (diffabled-list-waiting letters))))
      (should-not (diffabled-list-revision letters))
      (funcall create)
      (test-check connection letters)
      (test-same-entries rows (diffabled-list-rows letters)))))

(ert-deftest restart-what-handlers-do-is-told ()
  (restart-test-with (connection letters heard)
    (let (refused)
      (diffabled-on-lost connection
                         (lambda (_)
                           (condition-case err (diffabled-edit letters '(:op "reverseItems"))
                             (diffabled-connection-lost (setq refused err)))))
      (diffabled-on-restart connection
                            (lambda () (diffabled-edit letters '(:op "deleteItems" :items ["a"]))))
      (test-kill connection)
      (test-until (lambda () (cl-some #'diffabled-change-p heard)))
      (should refused)
      (should (equal (test-identifiers letters) '(["b" t]))))))

(ert-deftest restart-it-may-die-while-a-handler-waits ()
  (restart-test-with (connection letters heard)
    (let* (lost
           (stop (diffabled-on-change
                  letters
                  (lambda (_)
                    (test-kill connection)
                    (condition-case err
                        (while t (diffabled-request connection "dataSource/list"))
                      (diffabled-connection-lost (push err lost)))))))
      (ignore-errors (diffabled-edit letters '(:op "reverseItems")))
      (funcall stop)
      (should (= (length lost) 1))
      (test-until (lambda () (memq 'restart heard)))
      (test-check connection letters))))

(ert-deftest restart-random-edits-and-ten-deaths ()
  (let ((diffabled--restart-delays (make-list 10 0))
        (restarts 0))
    (test-with-connection connection
      (let* ((edits (test-edits connection "list" (cl-make-random-state 3)))
             (list (diffabled-open connection "list" :document (test-document edits)))
             (follower (test-follower list)))
        (diffabled-on-restart connection (lambda () (cl-incf restarts)))
        (dotimes (death 10)
          (dotimes (_ 5)
            (test-step edits list)
            (test-follower-check follower connection))
          (test-kill connection)
          (test-until (lambda () (= restarts (1+ death))))
          (test-follower-check follower connection))))))

(ert-deftest restart-it-may-die-while-a-list-is-made ()
  (restart-test-with (connection letters heard)
    (let ((process (diffabled-connection-process connection)))
      (cl-letf* ((write (symbol-function 'diffabled--write))
                 ((symbol-function 'diffabled--write)
                  (lambda (conversation line)
                    (when (string-match-p "\"other\"" line) (signal-process process 'SIGKILL))
                    (funcall write conversation line))))
        (should-error (diffabled-open connection "other" :document restart-test-letters)
                      :type 'diffabled-connection-lost))
      (test-until (lambda () (memq 'restart heard)))
      (test-check connection
                  (diffabled-open connection "other" :document restart-test-letters)))))

(ert-deftest restart-gives-up-and-says-so-once ()
  (let ((diffabled--restart-delays '(0 0.05 0.1)) times)
    (test-with-warnings warnings
      (test-with-connection connection
        (diffabled-on-lost connection (lambda (_) (push (float-time) times)))
        (setf (diffabled-connection-command connection) (list (executable-find "false")))
        (test-kill connection)
        (test-until (lambda () (= (length times) 4)))
        (accept-process-output nil 0.3)
        (should (= (length times) 4))
        (should (>= (- (nth 1 times) (nth 2 times)) 0.05))
        (should (>= (- (nth 0 times) (nth 1 times)) 0.1))
        (should (= (cl-count-if (lambda (warning) (string-match-p "too often" warning)) warnings) 1))
        (should-error (diffabled-request connection "dataSource/list")
                      :type 'diffabled-connection-lost)
        (should (memq (diffabled-close connection) '(1 nil)))))))

(ert-deftest restart-of-one-that-cannot-be-started ()
  (let ((diffabled--restart-delays '(0 0 0)) lost)
    (test-with-warnings warnings
      (test-with-connection connection
        (diffabled-on-lost connection (lambda (failure) (push failure lost)))
        (setf (diffabled-connection-command connection) '("/nowhere/diffabled"))
        (test-kill connection)
        (test-until (lambda () (= (length lost) 4)))
        (should (string-match-p "\\`The daemon ended\\( with code 127\\)?\\. It ended too often" (cadr (car lost))))
        (should (= (length warnings) 1))))))

(ert-deftest restart-is-not-wanted ()
  (let ((connection (diffabled-connect :restart nil)) lost)
    (unwind-protect
        (let ((letters (diffabled-open connection "letters" :document restart-test-letters)))
          (diffabled-on-lost connection (lambda (failure) (push failure lost)))
          (test-kill connection)
          (test-until (lambda () lost))
          (accept-process-output nil 0.1)
          (should-not (diffabled-list-revision letters))
          (should (= (length (diffabled-list-rows letters)) 2)))
      (diffabled-close connection))))

(ert-deftest restart-of-one-that-is-of-no-use ()
  (test-with-warnings warnings
    (restart-test-with (connection letters heard)
      (let ((diffabled--protocol-version 2))
        (test-kill connection)
        (test-until (lambda () (= (length heard) 2)))
        (should-not (memq 'restart heard))
        (should (string-match-p "this library version 2" (car warnings)))))))

(provide 'restart-test)
;;; restart-test.el ends here
