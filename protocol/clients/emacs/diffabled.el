;;; diffabled.el --- Lists that follow the daemon diffabled  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: data, processes, tools

;;; Commentary:

;; A connection is a running daemon, the lists that follow it, and what happens when it ends.
;;
;;     (setq connection (diffabled-connect))
;;     (setq songs (diffabled-open connection "songs"
;;                                 :document '(:sections [(:id "pop" :items ["a" "b" "c"])])))
;;     (diffabled-on-change songs (lambda (change) (message "%s" change)))
;;     (diffabled-edit songs '(:op "moveItem" :item "c" :beforeItem "a"))
;;     (mapcar #'diffabled-row-identifier (diffabled-list-rows songs))  ⇒ ("c" "a" "b")
;;
;; diffabled-view.el shows a list in a buffer.

;;; Code:

(require 'diffabled-following)

(defconst diffabled-version "0.1.0" "The version of this library.")

(defconst diffabled--protocol-version 1)

(defconst diffabled--restart-delays '(0 1 2)
  "How many seconds to wait before the daemon is started again.
It is so as often as there are delays within `diffabled--restart-period',
and no more.")

(defconst diffabled--restart-period 60.0 "In seconds.")

(cl-defstruct (diffabled-connection (:include diffabled--conversation)
                                    (:constructor diffabled--connection (command))
                                    (:copier nil))
  "A running daemon, the conversation with it and the lists that follow it."
  (info nil :documentation "The daemon's answer to `initialize'.")
  (command nil :documentation "What starts it, a list.")
  (lists nil :documentation "In the order in which they were opened.")
  (restart nil :documentation "Whether it is started again when it has ended.")
  (restarts nil :documentation "When it was so, as `float-time's.")
  (closed nil :documentation "Whether it is not wanted any more.")
  (exit-code 0 :documentation "That of the daemon that ended last.")
  (on-lost (diffabled--handlers) :documentation "Handlers of `diffabled-on-lost'.")
  (on-restart (diffabled--handlers) :documentation "Handlers of `diffabled-on-restart'.")
  (on-notification (diffabled--handlers)
                   :documentation "Handlers of `diffabled-on-notification'."))

(cl-defmethod cl-print-object ((connection diffabled-connection) stream)
  "Print CONNECTION to STREAM without all that belongs to it."
  (princ (format "#<diffabled-connection %s>" (diffabled-connection-command connection)) stream))

(cl-defun diffabled-connect (&key server arguments (restart t))
  "Start the daemon; return a `diffabled-connection'.
SERVER is its executable file, by default what the variable
`diffabled-server' says; ARGUMENTS is a list of strings.
Unless RESTART is nil, it is started again when it has ended.

Signals `diffabled-server-not-found', `diffabled-unsupported-server' or
`diffabled-connection-lost'."
  (let ((connection (diffabled--connection (cons (diffabled--find-server server) arguments)))
        (done nil))
    (unwind-protect
        (progn
          (diffabled--open-process connection (diffabled-connection-command connection))
          (setf (diffabled-connection-info connection)
                (diffabled--checked
                 (diffabled-request connection "initialize" (diffabled--greeting) 30)))
          (diffabled-notify connection "initialized")
          (setf (diffabled-connection-restart connection) restart
                done t))
      (unless done (diffabled-close connection)))
    connection))

(defun diffabled-close (connection)
  "End the daemon of CONNECTION; return its exit code.
That is negative for a signal, and nil if it is not known."
  (unless (diffabled-connection-closed connection)
    (setf (diffabled-connection-closed connection) t)
    (ignore-error diffabled-error
      (diffabled-request connection "shutdown" nil diffabled--patience)
      (diffabled-notify connection "exit"))
    (diffabled--let-go connection "The connection was closed."))
  (diffabled-connection-exit-code connection))

;;;; Lists

(cl-defun diffabled-open (connection name &key document options headers)
  "Make the data source NAME on CONNECTION; return its `diffabled-list'.
DOCUMENT is what it shows, OPTIONS are those of the data source.  With
HEADERS, sections too are entries of the list and of what it tells."
  (diffabled--make-list connection (diffabled--list connection name headers nil)
                        (and options (list :options options))
                        (and document (list :snapshot document))))

(cl-defun diffabled-open-view (connection name view &key options headers)
  "Make a live view NAME on CONNECTION; return its `diffabled-list'.
VIEW is its definition, OPTIONS are those of the data source; HEADERS is
as for `diffabled-open'."
  (unless (diffabled--has-views connection)
    (signal 'diffabled-unsupported-server '("This daemon has no live views.")))
  (diffabled--make-list connection (diffabled--list connection name headers t)
                        `(,@(and options (list :options options)) :view ,view)
                        nil))

(cl-defun diffabled-attach (connection name &key headers)
  "Return a list that follows the data source NAME of CONNECTION.
It exists already.  HEADERS is as for `diffabled-open'."
  (let ((list (diffabled--list connection name headers (diffabled--has-views connection))))
    (setf (diffabled-list-waiting list) t)
    (diffabled--while-following
     connection list
     (lambda ()
       (dolist (asked (mapcar (lambda (question)
                                (apply #'diffabled--call connection question))
                              (diffabled--reading list)))
         (diffabled--wait connection asked))))))

(defun diffabled--make-list (connection list creation snapshot)
  "Make the data source of LIST on CONNECTION, with CREATION and SNAPSHOT.
Those are params of `dataSource/create'."
  (diffabled--while-following
   connection list
   (lambda ()
     (diffabled--wait
      connection
      (diffabled--call connection "dataSource/create"
                       `(:dataSource ,(diffabled-list-name list) ,@creation ,@snapshot)
                       (lambda (_ failure)
                         ;; Not before: a daemon that is started meanwhile is not to make it.
                         (unless failure
                           (setf (diffabled-list-creation list) creation
                                 (diffabled-list-ours list) t))))))))

(defun diffabled--while-following (connection list function)
  "Let LIST hear CONNECTION and call FUNCTION; return LIST, unless that fails."
  (let ((done nil))
    (cl-callf append (diffabled-connection-lists connection) (list list))
    (unwind-protect
        (progn (funcall function) (setq done t))
      (unless done
        (cl-callf2 remq list (diffabled-connection-lists connection))))
    list))

(defun diffabled--has-views (connection)
  "Return whether the daemon of CONNECTION has live views."
  (and (plist-member (plist-get (diffabled-connection-info connection) :capabilities) :views) t))

;;;; Hearing

(defun diffabled-on-lost (connection function)
  "Call FUNCTION with the error when the daemon of CONNECTION has ended.
It may be started again afterwards.  Returns a function that stops that."
  (diffabled--add-handler (diffabled-connection-on-lost connection) function))

(defun diffabled-on-restart (connection function)
  "Call FUNCTION when the daemon of CONNECTION runs again.
It has the lists then that were opened.  Returns a function that stops
that."
  (diffabled--add-handler (diffabled-connection-on-restart connection) function))

(defun diffabled-on-notification (connection function)
  "Call FUNCTION with method and params of each notification of CONNECTION.
The lists have followed it then.  Returns a function that stops that."
  (diffabled--add-handler (diffabled-connection-on-notification connection) function))

(cl-defmethod diffabled--heard ((connection diffabled-connection) method params)
  "Let the lists and handlers of CONNECTION hear METHOD with PARAMS."
  (dolist (list (diffabled-connection-lists connection))
    (when (equal (diffabled-list-name list) (plist-get params :dataSource))
      (pcase method
        ("dataSource/didApply" (diffabled--follow list params))
        ("dataSource/didClose" (diffabled--forget list)))))
  (diffabled--run (diffabled-connection-on-notification connection) method params))

;;;; The daemon's end

(cl-defmethod diffabled--lose ((connection diffabled-connection) reason)
  "Tell all of CONNECTION that the daemon ended for REASON; start it again."
  (diffabled--let-go connection reason)
  (unless (diffabled-connection-closed connection)
    (let ((delay (diffabled--next-delay connection)))
      (when (and (not delay) (diffabled-connection-restart connection))
        (setq reason (concat reason " It ended too often to be started again."))
        (diffabled--warn "%s" reason))
      (mapc #'diffabled--lose-daemon (diffabled-connection-lists connection))
      (diffabled--run (diffabled-connection-on-lost connection)
                      (list 'diffabled-connection-lost reason))
      (cond ((not delay))
            ((zerop delay) (diffabled--start-again connection))
            (t (run-at-time delay nil #'diffabled--start-in-order connection))))))

(defun diffabled--start-in-order (connection)
  "Start the daemon of CONNECTION again, when what came before has been handled."
  (diffabled--put (diffabled-connection-came connection)
                  (lambda () (diffabled--start-again connection)))
  (diffabled--pump connection))

(defun diffabled--next-delay (connection)
  "Return how many seconds to wait before CONNECTION starts its daemon, or nil."
  (when (diffabled-connection-restart connection)
    (let* ((now (float-time))
           (restarts (cl-remove-if (lambda (then) (>= (- now then) diffabled--restart-period))
                                   (diffabled-connection-restarts connection)))
           (delay (nth (length restarts) diffabled--restart-delays)))
      (setf (diffabled-connection-restarts connection) (if delay (cons now restarts) restarts))
      delay)))

(defun diffabled--let-go (connection reason)
  "End the daemon of CONNECTION; what was asked fails for REASON."
  (let ((process (diffabled-connection-process connection)))
    (setf (diffabled-connection-process connection) nil)
    (when process
      (setf (diffabled-connection-exit-code connection) (diffabled--end process))))
  (diffabled--fail connection reason))

(defun diffabled--start-again (connection)
  "Start the daemon of CONNECTION again and make its lists there."
  (unless (diffabled-connection-closed connection)
    (condition-case err
        (progn
          (diffabled--open-process connection (diffabled-connection-command connection))
          (diffabled--ask connection "initialize" (diffabled--greeting)
                          (lambda (info failure)
                            (diffabled--greeted connection info failure)))
          (ignore-error diffabled-connection-lost
            (diffabled-notify connection "initialized"))
          (mapc #'diffabled--make-again (diffabled-connection-lists connection))
          (diffabled--ask connection "snapshot/list" nil
                          (lambda (_ failure)
                            (unless failure
                              (diffabled--run (diffabled-connection-on-restart connection))))))
      (diffabled-server-not-found (diffabled--lose connection (cadr err))))))

(defun diffabled--greeted (connection info failure)
  "Take INFO, the answer of the new daemon of CONNECTION, or FAILURE.
That it has ended already is told elsewhere."
  (unless (eq (car failure) 'diffabled-connection-lost)
    (condition-case err
        (if failure
            (signal (car failure) (cdr failure))
          (setf (diffabled-connection-info connection) (diffabled--checked info)))
      (diffabled-error
       (diffabled--warn "The daemon that was started again is of no use: %s" (cadr err))
       (setf (diffabled-connection-restart connection) nil)
       (diffabled--let-go connection (cadr err))))))

(defun diffabled--checked (info)
  "Return INFO, the answer to `initialize'; signal an error if it is of no use."
  (let ((version (plist-get info :protocolVersion))
        (formats (plist-get (plist-get info :capabilities) :changeFormats)))
    (unless (eql version diffabled--protocol-version)
      (signal 'diffabled-unsupported-server
              (list (format "The daemon speaks version %s of the protocol, this library version %s."
                            version diffabled--protocol-version))))
    (unless (seq-contains-p formats "batch")
      (signal 'diffabled-unsupported-server
              '("The daemon does not name batch among its changeFormats.")))
    info))

(defun diffabled--greeting ()
  "Return the params of `initialize'."
  `( :processId ,(emacs-pid)
     :clientInfo (:name "diffabled-emacs" :version ,diffabled-version)))

(provide 'diffabled)
;;; diffabled.el ends here
