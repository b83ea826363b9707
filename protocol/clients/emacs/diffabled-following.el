;;; diffabled-following.el --- How a list follows its data source  -*- lexical-binding: t; -*-

;;; Commentary:

;; A list is always on its way to what the daemon has.  It replays each didApply that begins at
;; its revision.  What it missed it asks for, and passes over what is announced until the answer
;; comes; that may be older than the newest didApply before it, and then it asks again.

;;; Code:

(require 'diffabled-list)

;;;; What the connection tells

(defun diffabled--follow (list params)
  "Let LIST follow the didApply with PARAMS."
  (let ((revision (plist-get params :revision)))
    (setf (diffabled-list-newest list) revision)
    (when (eq (plist-get params :reloadData) t)
      (setf (diffabled-list-reloaded-at list) revision))
    (push (list revision (diffabled--tags params) (eq (plist-get params :animatingDifferences) t))
          (diffabled-list-passed-over list))
    (cond ((or (diffabled-list-waiting list) (not (diffabled-list-connected list))))
          ((and (consp (plist-get params :changes)) ; an array is of another format
                (eql (plist-get params :fromRevision) (diffabled-list-revision list)))
           (diffabled--replay-or-read list params))
          (t (diffabled--catch-up list)))))

(defun diffabled--tags (params)
  "Return the tags of PARAMS, those of a didApply."
  (if (plist-member params :tag)
      (list (plist-get params :tag))
    (append (plist-get params :tags) nil)))

(defun diffabled--forget (list)
  "Let LIST be empty, for others closed its data source.
One that is made anew under the name begins at 0."
  (setf (diffabled-list-ours list) nil
        (diffabled-list-creation list) nil)
  (diffabled--forget-revisions list)
  (diffabled--reset list '(:revision 0 :sections [])))

(defun diffabled--forget-revisions (list)
  "Forget what was announced to LIST."
  (setf (diffabled-list-newest list) 0
        (diffabled-list-reloaded-at list) 0
        (diffabled-list-passed-over list) nil))

(defun diffabled--lose-daemon (list)
  "Let LIST wait, for the daemon has ended."
  (setf (diffabled-list-revision list) nil
        (diffabled-list-waiting list) nil
        (diffabled-list-connected list) nil)
  (diffabled--forget-revisions list))

(defun diffabled--make-again (list)
  "Give the new daemon what LIST shows, or read what others gave it."
  (setf (diffabled-list-connected list) t)
  (if (diffabled-list-ours list)
      (let ((creation `(:dataSource ,(diffabled-list-name list) ,@(diffabled-list-creation list))))
        (setf (diffabled-list-waiting list) t)
        (if (diffabled-list-view list)
            (progn (diffabled--ask-and-report list "dataSource/create" creation)
                   (diffabled--read list t))
          (diffabled--make-source-again
           list `(,@creation :snapshot ,(diffabled-list-document list)))))
    (diffabled--read list t)))

(defun diffabled--make-source-again (list creation)
  "Create the data source of LIST, which is no view, with the params CREATION."
  (let ((trees (cl-remove-if (lambda (section)
                               (cl-every #'diffabled--plain-p (diffabled-section-rows section)))
                             (diffabled-list-sections list))))
    (if (not trees)
        (diffabled--ask (diffabled-list-conversation list) "dataSource/create" creation
                        (lambda (answer failure)
                          (setf (diffabled-list-waiting list) nil)
                          (if failure
                              (diffabled--report list failure)
                            (diffabled--reached list answer)
                            (diffabled--catch-up list))))
      (diffabled--ask-and-report list "dataSource/create" creation)
      (dolist (section trees)
        (diffabled--ask-and-report list "dataSource/applySection"
                                   (list :dataSource (diffabled-list-name list)
                                         :section (diffabled-section-identifier section)
                                         :snapshot (diffabled--tree-document
                                                    (diffabled-section-rows section)))))
      ;; What closed rows hid is gone.
      (diffabled--read list t))))

;;;; Asking for what was missed

(defun diffabled--catch-up (list)
  "Ask for what LIST missed, if anything.
A didApply that was merged and came before an answer may lead past it."
  (let ((revision (diffabled-list-revision list)))
    (cond ((diffabled-list-waiting list))
          ((or (not revision) (> (diffabled-list-reloaded-at list) revision))
           (diffabled--read list))
          ((> (diffabled-list-newest list) revision)
           (setf (diffabled-list-waiting list) t)
           (diffabled--ask (diffabled-list-conversation list) "dataSource/changes"
                           (list :dataSource (diffabled-list-name list) :since revision)
                           (lambda (answer failure)
                             (diffabled--take-changes list answer failure)))))))

(defun diffabled--take-changes (list answer failure)
  "Let LIST follow ANSWER, one to `dataSource/changes', or deal with FAILURE."
  (setf (diffabled-list-waiting list) nil)
  (let ((from (plist-get answer :fromRevision)))
    (cond
     ((equal (plist-get (cddr failure) :kind) "revisionUnavailable") (diffabled--read list))
     (failure (diffabled--report list failure))
     ;; Closed meanwhile and made anew, it is of another history; or all is to be reloaded.
     ((or (not (eql from (diffabled-list-revision list)))
          (> (diffabled-list-reloaded-at list) from))
      (diffabled--read list))
     (t (diffabled--replay-or-read list answer)
        (diffabled--catch-up list)))))

(defun diffabled--replay-or-read (list source)
  "Let LIST replay the changes of SOURCE, or be read anew if they do not fit."
  (condition-case err
      (let ((replay (diffabled--replay-batch (diffabled-list-sections list)
                                             (diffabled-list-table list) source)))
        (diffabled--commit-replay replay)
        (diffabled--show-outcome list replay source))
    (diffabled--gap
     (diffabled--warn "The list %s is read anew, for changes did not fit: %s"
                      (diffabled-list-name list) (cadr err))
     (diffabled--read list))))

(defun diffabled-refresh (list)
  "Read LIST anew; what comes is told as a reset."
  (unless (diffabled-list-waiting list)
    (diffabled--read list)))

(defun diffabled--read (list &optional quietly)
  "Ask for the whole of LIST.
If QUIETLY, nothing is told when it turns out to be what is shown."
  (setf (diffabled-list-waiting list) t)
  (pcase-dolist (`(,method ,params ,answer) (diffabled--reading list quietly))
    (diffabled--ask (diffabled-list-conversation list) method params answer)))

(defun diffabled--reading (list &optional quietly)
  "Return the questions whose answers are the whole LIST and its window.
They are (METHOD PARAMS ANSWER); QUIETLY is as for `diffabled--read'."
  (let ((params (list :dataSource (diffabled-list-name list)))
        held)
    (cl-flet ((show (contents failure)
                (setf (diffabled-list-waiting list) nil)
                (if failure
                    (diffabled--report list failure)
                  (diffabled--reset list contents quietly)
                  (diffabled--catch-up list))))
      (if (not (diffabled-list-view list))
          `(("snapshot/contents" ,params ,#'show))
        `(("snapshot/contents" ,params ,(lambda (&rest answer) (setq held answer)))
          ("dataSource/list" nil
           ,(lambda (listed failure)
              (pcase-let ((`(,contents ,first-failure) held))
                (show (append (unless failure (diffabled--numbers-in list listed)) contents)
                      (or first-failure failure))))))))))

(defun diffabled--reset (list contents &optional quietly)
  "Let LIST show CONTENTS; if QUIETLY, tell it only when that is something else."
  (let ((outcome (diffabled--read-anew (diffabled-list-sections list)
                                       (diffabled-list-table list) contents)))
    (if (and quietly (not (diffabled--differs-p outcome (diffabled-list-sections list))))
        (diffabled--reached list contents)
      (diffabled--commit outcome)
      (setf (diffabled-list-table list) (diffabled--outcome-table outcome))
      (diffabled--show-outcome list outcome contents t))))

(defun diffabled--ask-and-report (list method params)
  "Ask METHOD with PARAMS for LIST, and report when it fails."
  (diffabled--ask (diffabled-list-conversation list) method params
                  (lambda (_ failure) (diffabled--report list failure))))

(defun diffabled--report (list failure)
  "Report FAILURE about LIST, if it should not be.
That others closed it, or that the daemon ended, may be."
  (when (and (eq (car failure) 'diffabled-request-failed)
             (not (equal (plist-get (cddr failure) :kind) "unknownDataSource")))
    (diffabled--warn "The list %s is not what the daemon has: %s"
                     (diffabled-list-name list) (cadr failure))))

(provide 'diffabled-following)
;;; diffabled-following.el ends here
