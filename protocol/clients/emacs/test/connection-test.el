;;; connection-test.el --- Requests, answers, handlers and their order  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-edits)

(defconst connection-test-letters '(:sections [(:id "s" :items ["a" "b" "c"])]))

(defun connection-test-append (item)
  "Return an edit that appends ITEM."
  `(:op "appendItems" :items ,(vector item)))

(defmacro connection-test-with (names &rest body)
  "Evaluate BODY with a connection and a list of letters, bound to NAMES."
  (declare (indent 1))
  `(test-with-connection ,(car names)
     (let ((,(cadr names) (diffabled-open ,(car names) "letters"
                                          :document connection-test-letters)))
       (ignore ,(cadr names))
       (test-without-debugger ,@body))))

(defmacro connection-test-sent (lines &rest body)
  "Evaluate BODY with LINES bound to what is sent, the last first."
  (declare (indent 1))
  `(let* (,lines (write (symbol-function 'diffabled--write)))
     (cl-letf (((symbol-function 'diffabled--write)
                (lambda (conversation line)
                  (push line ,lines)
                  (funcall write conversation line))))
       ,@body)))

;;;; Asking

(ert-deftest connection-an-answer-comes-after-its-list ()
  (connection-test-with (connection letters)
    (let ((result (diffabled-edit letters (connection-test-append "d"))))
      (should (= (diffabled-list-revision letters) (plist-get result :revision) 2))
      (should (equal (test-identifiers letters) '("a" "b" "c" "d")))
      (should (equal (diffabled-list-place letters (diffabled-list-row letters "d")) '(0 3)))
      (should (= (plist-get (plist-get (plist-get (diffabled-apply letters connection-test-letters
                                                                   :ifRevision 2)
                                                  :counts)
                                       :items)
                            :deleted)
                 1)))))

(ert-deftest connection-a-refusal-says-what-was-wrong ()
  (connection-test-with (connection letters)
    (pcase-let ((`(,condition ,message . ,data)
                 (should-error (diffabled-edit letters '(:op "moveItem" :item "z"
                                                         :beforeItem "a")))))
      (should (eq condition 'diffabled-request-failed))
      (should (string-match-p "There is no item" message))
      (should (equal (plist-get data :kind) "unknownItem"))
      (should (equal (plist-get data :code) 1005))
      (should (equal (plist-get data :method) "dataSource/edit"))
      (should (equal (plist-get (plist-get data :data) :edit) 0)))
    (should-error (diffabled-open connection "letters") :type 'diffabled-request-failed)
    (should-error (diffabled-attach connection "others") :type 'diffabled-request-failed)
    (should (equal (diffabled-connection-lists connection) (list letters)))))

(ert-deftest connection-what-cannot-be-written-is-the-callers-error ()
  (test-with-connection connection
    (dolist (value (list (current-buffer) '(1 2) "\xff" (expt 2 80)))
      (should-not (memq 'diffabled-error
                        (get (car (should-error (diffabled-request connection "dataSource/list"
                                                                   (list :what value))))
                             'error-conditions))))
    (should (= (hash-table-count (diffabled-connection-asked connection)) 0))
    (should (equal (diffabled-request connection "dataSource/list") '(:dataSources [])))))

(ert-deftest connection-asking-without-waiting ()
  (connection-test-with (connection letters)
    (let (heard)
      (diffabled-request-async connection "dataSource/list" nil
                               (lambda (&rest answer) (push answer heard)))
      (diffabled-request-async connection "dataSource/close" '(:dataSource "x")
                               (lambda (&rest answer) (push answer heard)))
      (should-not heard)
      (test-until (lambda () (= (length heard) 2)))
      (pcase-let ((`((nil ,failure) (,listed nil)) heard))
        (should (eq (car failure) 'diffabled-request-failed))
        (should (= (length (plist-get listed :dataSources)) 1))))))

(ert-deftest connection-who-gives-up-cancels ()
  (let* ((script (connection-test-silent-daemon))
         (connection (diffabled-connect :server script))
         (diffabled--patience 0.05))
    (unwind-protect
        (connection-test-sent lines
          (cl-flet ((ask (&optional timeout)
                      (diffabled-request connection "dataSource/list" nil timeout))
                    (cancelled ()
                      (should (string-match-p "cancelRequest" (pop lines)))
                      (should (string-match-p "dataSource/list" (pop lines)))
                      (should-not lines)))
            (should-error (ask 0.05) :type 'diffabled-timeout)
            (cancelled)
            (funcall (diffabled-request-async connection "dataSource/list" nil #'error))
            (cancelled)
            (should (eq (with-timeout (0.05 'gave-up) (ask)) 'gave-up))
            (cancelled)
            (run-at-time 0.05 nil (lambda () (setq quit-flag t)))
            (test-without-debugger
              (should (eq (condition-case nil (ask) (quit 'quit)) 'quit)))
            (cancelled)
            (should (= (hash-table-count (diffabled-connection-asked connection)) 0))))
      (diffabled-close connection)
      (delete-file script))))

(defun connection-test-silent-daemon ()
  "Return the file of a daemon that answers nothing but `initialize'."
  (let ((script (make-temp-file
                 "daemon" nil nil
                 (format "#!/bin/sh\nread line\necho '%s'\nwhile read line; do :; done\n"
                         (json-serialize (list :id 1 :result test-info))))))
    (set-file-modes script #o755)
    script))

(ert-deftest connection-an-answer-that-comes-late-is-nobodys ()
  (connection-test-with (connection letters)
    (dotimes (_ 3)
      (funcall (diffabled-request-async connection "dataSource/list" nil #'error)))
    (should (equal (diffabled-request connection "snapshot/list") '(:snapshots [])))
    (should (= (hash-table-count (diffabled-connection-asked connection)) 0))))

(ert-deftest connection-contents-are-what-they-were ()
  (connection-test-with (connection letters)
    (let ((contents (list :none :null nil [] t :false 0 -1.5 "" "ü😀\n\u2028"
                          (1- (expt 2 53)) [[nil]] '(:a nil :b [] :c :null :d (:e :false)))))
      (diffabled-edit letters `( :op "appendItems"
                                 :items ,(cl-loop for content in contents for id from 0
                                                  vconcat (list `(:id ,id ,@(diffabled--content-member
                                                                             content))))))
      (let ((other (diffabled-attach connection "letters")))
        (cl-loop for content in contents for id from 0
                 do (should (equal (diffabled-row-content (diffabled-list-row other id)) content)))
        (should (diffabled-list-row other 1.0))
        (should-not (diffabled-list-row other "1"))
        (test-check connection other)))))

(ert-deftest connection-a-number-in-a-content-may-be-large ()
  (should (equal (diffabled--parsed (format "{\"n\":%d,\"x\":[null,{},false]}" (expt 10 40)))
                 (list :n (expt 10 40) :x (vector :null nil :false)))))

;;;; Handlers

(ert-deftest connection-handlers-are-called-in-their-order-and-fail-alone ()
  (connection-test-with (connection letters)
    (test-with-warnings warnings
      (let (heard)
        (diffabled-on-change letters (lambda (_) (push 'first heard)))
        (let ((stop (diffabled-on-change letters (lambda (_) (push 'second heard) (error "No")))))
          (diffabled-on-change letters (lambda (_) (signal 'quit nil)))
          (diffabled-on-change letters (lambda (_) (push 'third heard)))
          (diffabled-on-notification connection (lambda (method _) (push method heard)))
          (diffabled-edit letters (connection-test-append "d"))
          (should (equal (nreverse heard) '(first second third "dataSource/didApply")))
          (should (= (length warnings) 2))
          (setq heard nil)
          (funcall stop)
          (funcall stop))
        (diffabled-edit letters (connection-test-append "e"))
        (should (equal (nreverse heard) '(first third "dataSource/didApply")))))))

(ert-deftest connection-a-handler-may-ask ()
  "The list waits until the outermost handler has returned; no answer is lost."
  (connection-test-with (connection letters)
    (let (heard)
      (diffabled-on-change
       letters
       (lambda (change)
         (let ((revision (diffabled-change-revision change)))
           (push (list revision
                       (and (< revision 4)
                            (plist-get (diffabled-edit letters (connection-test-append revision))
                                       :revision))
                       (diffabled-list-revision letters)
                       (plist-get (diffabled-request connection "snapshot/counts"
                                                     '(:dataSource "letters"))
                                  :revision))
                 heard))))
      (should (= (plist-get (diffabled-edit letters (connection-test-append "d")) :revision) 2))
      (test-until (lambda () (= (length heard) 3)))
      (should (equal (nreverse heard) '((2 3 2 3) (3 4 3 4) (4 nil 4 4)))))))

(ert-deftest connection-what-comes-while-a-handler-asks-is-kept-in-order ()
  "Also what was read together with the message that is being handled."
  (connection-test-with (connection letters)
    (let (heard)
      (diffabled-on-change letters
                           (lambda (change)
                             (diffabled-request connection "snapshot/counts"
                                                '(:dataSource "letters"))
                             (push (diffabled-change-revision change) heard)))
      (dotimes (number 50)
        (diffabled-request-async connection "dataSource/edit"
                                 `( :dataSource "letters"
                                    :edits ,(vector (connection-test-append number)))
                                 #'ignore))
      (test-until (lambda () (= (length heard) 50)))
      (should (equal (nreverse heard) (number-sequence 2 51)))
      (test-check connection letters))))

(ert-deftest connection-a-handler-may-make-lists ()
  (connection-test-with (connection letters)
    (let (made)
      (diffabled-on-change
       letters
       (lambda (_)
         (unless made
           (setq made (list (diffabled-open connection "more" :document connection-test-letters)
                            (diffabled-attach connection "letters"))))))
      (diffabled-edit letters (connection-test-append "d"))
      (should (equal (mapcar (lambda (list) (length (diffabled-list-rows list))) made) '(3 4))))))

(ert-deftest connection-what-nobody-asked-for-is-dropped-or-reported ()
  (test-with-warnings warnings
    (test-with-stub stub nil
      (test-play stub)
      (test-receive stub '(:id 99 :result nil))
      (test-receive stub '(:method "dataSource/didApply" :params (:dataSource "other")))
      (should-not warnings)
      (test-receive stub '(:id :null :error (:message "This is no JSON.")))
      (should (string-match-p "This is no JSON" (car warnings))))))

;;;; Ending

(ert-deftest connection-close-ends-it-in-good-order ()
  (let* ((diffabled--patience 60)
         (connection (diffabled-connect))
         (letters (diffabled-open connection "letters" :document connection-test-letters))
         heard)
    (diffabled-request-async connection "dataSource/list" nil (lambda (list _) (setq heard list)))
    (should (= (diffabled-close connection) (diffabled-close connection) 0))
    (should (plist-member heard :dataSources))
    (should-error (diffabled-edit letters (connection-test-append "d"))
                  :type 'diffabled-connection-lost)
    (should-error (diffabled-notify connection "$/setTrace" '(:value "off"))
                  :type 'diffabled-connection-lost)
    (should (= (length (diffabled-list-rows letters)) 3))))

(ert-deftest connection-close-inside-a-handler ()
  (let* ((diffabled--patience 60)
         (connection (diffabled-connect))
         (letters (diffabled-open connection "letters" :document connection-test-letters))
         code)
    (diffabled-on-change letters (lambda (_) (setq code (diffabled-close connection))))
    (should-error (diffabled-edit letters (connection-test-append "d"))
                  :type 'diffabled-connection-lost)
    (should (= code 0))))

(ert-deftest connection-close-kills-a-daemon-that-does-not-end ()
  (let ((connection (diffabled-connect))
        (diffabled--patience 0.05))
    (signal-process (diffabled-connection-process connection) 'SIGSTOP)
    (should (= (diffabled-close connection) -9))))

(provide 'connection-test)
;;; connection-test.el ends here
