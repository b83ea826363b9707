;;; diffabled-conversation.el --- Requests, answers and notifications  -*- lexical-binding: t; -*-

;;; Commentary:

;; What is said to the daemon and heard of it, whatever it is about.
;;
;; Messages are handled in the order in which they came, one after the other: by the process
;; filter, or while somebody waits for an answer.  A request is completed after all that came
;; before its answer was handled.
;;
;; A handler may ask too, and wait.  Answers to what handlers asked are handled meanwhile; all
;; else is kept, and handled in its order when the outermost handler has returned.

;;; Code:

(require 'cl-lib)
(require 'diffabled-server)

(defconst diffabled--garbage (* 64 1024 1024)
  "Bytes that are allocated between garbage collections while messages are handled.
Most of the time of a message with many rows would be spent in those.")

(cl-defstruct (diffabled--queue (:constructor diffabled--queue) (:copier nil))
  "First in, first out."
  front back)

(defun diffabled--put (queue element)
  "Append ELEMENT, which is not nil, to QUEUE."
  (push element (diffabled--queue-back queue)))

(defun diffabled--pop (queue)
  "Take the first element out of QUEUE; return nil when there is none."
  (unless (diffabled--queue-front queue)
    (setf (diffabled--queue-front queue) (nreverse (diffabled--queue-back queue))
          (diffabled--queue-back queue) nil))
  (pop (diffabled--queue-front queue)))

(cl-defstruct (diffabled--conversation (:constructor nil) (:copier nil))
  "What is asked, what has come, and the process that it has come from."
  process
  parts                                 ; of an unfinished line, the last part first
  (came (diffabled--queue))             ; lines, ends and functions that are not handled
  (kept (diffabled--queue))             ; messages that wait for the running handler
  (depth 0)                             ; how many handlers are running
  (asked (make-hash-table))             ; the requests that are not answered, by their id
  (last-id 0))

(cl-defstruct (diffabled--asked (:constructor diffabled--asked (id method answer inside))
                                (:copier nil))
  "A request and what became of it."
  id method
  answer                                ; takes the result and the error, one of which is nil
  inside                                ; whether a handler made it, who may be waiting for it
  done result error)

(cl-defstruct (diffabled--ended (:constructor diffabled--ended (process)) (:copier nil))
  "That PROCESS has ended, in its place among what came."
  process)

(cl-defgeneric diffabled--heard (conversation method params)
  "Handle the notification METHOD with PARAMS that came to CONVERSATION.")

(cl-defgeneric diffabled--lose (conversation reason)
  "Handle that the daemon of CONVERSATION has ended for REASON, a sentence.")

;;;; Asking

(defun diffabled-request (connection method &optional params timeout)
  "Ask METHOD of CONNECTION with PARAMS, a plist; return the result.
Wait TIMEOUT seconds at most, if that is given.  Who gives up,
with \\[keyboard-quit] too, cancels the request.

Signals `diffabled-request-failed', `diffabled-connection-lost' or
`diffabled-timeout'."
  (diffabled--wait connection (diffabled--call connection method params) timeout))

(defun diffabled-request-async (connection method params callback)
  "Ask METHOD of CONNECTION with PARAMS, a plist.
CALLBACK is called with the result and nil, or with nil and the error
as `condition-case' has it.  Returns a function that cancels the
request; CALLBACK is not called then."
  (let ((asked (diffabled--call connection method params callback)))
    (lambda () (diffabled--give-up connection asked))))

(defun diffabled-notify (connection method &optional params)
  "Send the notification METHOD with PARAMS, a plist, to CONNECTION.
Signals `diffabled-connection-lost'."
  (diffabled--write connection (diffabled--line (list :jsonrpc "2.0" :method method
                                                      :params params))))

(defun diffabled--call (conversation method params &optional answer)
  "Ask METHOD with PARAMS of CONVERSATION; return the request, to wait for it.
ANSWER is called with the result and the error when they come."
  (diffabled--send conversation method params (or answer #'ignore)
                   (> (diffabled--conversation-depth conversation) 0)))

(defun diffabled--ask (conversation method params answer)
  "Ask METHOD with PARAMS of CONVERSATION.
ANSWER is called in its order, never while a handler runs."
  (diffabled--send conversation method params answer nil))

(defun diffabled--send (conversation method params answer inside)
  "Ask METHOD with PARAMS of CONVERSATION; return the request.
It has ANSWER and INSIDE, as `diffabled--asked' says."
  (let* ((id (cl-incf (diffabled--conversation-last-id conversation)))
         (asked (diffabled--asked id method answer inside))
         (line (diffabled--line (list :jsonrpc "2.0" :id id :method method :params params))))
    (puthash id asked (diffabled--conversation-asked conversation))
    (condition-case err
        (diffabled--write conversation line)
      (diffabled-connection-lost (diffabled--answer conversation id nil err)))
    asked))

(defun diffabled--write (conversation line)
  "Send LINE to the daemon of CONVERSATION."
  (let ((process (diffabled--conversation-process conversation)))
    (unless (process-live-p process)
      (signal 'diffabled-connection-lost '("There is no daemon; nothing was sent.")))
    (condition-case nil
        (process-send-string process line)
      (error (signal 'diffabled-connection-lost
                     '("The daemon has ended; the message was not sent."))))))

(defun diffabled--wait (conversation asked &optional timeout)
  "Handle what comes to CONVERSATION until ASKED is answered; return its result.
Signals its error, or `diffabled-timeout' after TIMEOUT seconds."
  (let ((deadline (and timeout (+ (float-time) timeout)))
        (read-process-output-max diffabled--chunk))
    (unwind-protect
        (while (progn (diffabled--pump conversation)
                      (not (diffabled--asked-done asked)))
          (when (and deadline (>= (float-time) deadline))
            (signal 'diffabled-timeout
                    (list (format "There was no answer within %s s." timeout))))
          (let ((inhibit-quit nil))     ; which it is in process filters
            ;; Not of the daemon's process: who waits for one that has ended keeps its sentinel
            ;; from being called.
            (accept-process-output nil (if deadline
                                           (max 0.001 (min 1.0 (- deadline (float-time))))
                                         1.0))))
      (diffabled--give-up conversation asked)))
  (let ((failure (diffabled--asked-error asked)))
    (when failure (signal (car failure) (cdr failure))))
  (diffabled--asked-result asked))

(defun diffabled--give-up (conversation asked)
  "Cancel ASKED of CONVERSATION, unless it is answered."
  (let ((table (diffabled--conversation-asked conversation))
        (id (diffabled--asked-id asked)))
    (when (gethash id table)
      (remhash id table)
      (ignore-error diffabled-connection-lost
        (diffabled-notify conversation "$/cancelRequest" (list :id id))))))

;;;; Hearing

(defun diffabled--open-process (conversation command)
  "Start the daemon by COMMAND and let CONVERSATION hear it."
  (setf (diffabled--conversation-parts conversation) nil
        (diffabled--conversation-process conversation)
        (diffabled--start
         command
         (lambda (_ text) (diffabled--receive conversation text))
         (lambda (process _)
           (unless (process-live-p process)
             (diffabled--put (diffabled--conversation-came conversation)
                             (diffabled--ended process))
             (diffabled--pump conversation))))))

(defun diffabled--receive (conversation text)
  "Handle TEXT that came to CONVERSATION, if it ends a line."
  (let ((start 0) end)
    (while (setq end (string-match-p "\n" text start))
      (push (substring text start end) (diffabled--conversation-parts conversation))
      (let ((parts (diffabled--conversation-parts conversation)))
        (setf (diffabled--conversation-parts conversation) nil)
        (diffabled--put (diffabled--conversation-came conversation)
                        (apply #'concat (nreverse parts))))
      (setq start (1+ end)))
    (when (< start (length text))
      (push (substring text start) (diffabled--conversation-parts conversation)))
    (when (> start 0)
      (diffabled--pump conversation))))

(defun diffabled--pump (conversation)
  "Handle all that has come to CONVERSATION, or keep it for later."
  (let ((inhibit-quit t)                ; nobody is to see half a change
        (gc-cons-threshold (max gc-cons-threshold diffabled--garbage))
        message)
    (while (setq message (or (and (zerop (diffabled--conversation-depth conversation))
                                  (diffabled--pop (diffabled--conversation-kept conversation)))
                             (diffabled--unpacked conversation)))
      (if (zerop (diffabled--conversation-depth conversation))
          (unwind-protect
              (progn (cl-incf (diffabled--conversation-depth conversation))
                     (diffabled--handle conversation message))
            (cl-decf (diffabled--conversation-depth conversation)))
        (unless (diffabled--handle-inside conversation message)
          (diffabled--put (diffabled--conversation-kept conversation) message))))))

(defun diffabled--unpacked (conversation)
  "Take what came first to CONVERSATION; return it, a line as a message."
  (let ((came (diffabled--pop (diffabled--conversation-came conversation))))
    (if (not (stringp came))
        came
      (condition-case err
          (let ((message (diffabled--parsed came)))
            (if (keywordp (car-safe message)) message (error "No object: %s" came)))
        (error
         (diffabled--warn "The daemon sent what is no message, and is killed: %s"
                          (error-message-string err))
         (ignore-errors (kill-process (diffabled--conversation-process conversation)))
         #'ignore)))))

(defun diffabled--handle (conversation message)
  "Handle MESSAGE, which came to CONVERSATION."
  (condition-case-unless-debug err
      (cond
       ((functionp message) (funcall message))
       ((diffabled--ended-p message)
        (diffabled--lose conversation (diffabled--reason message)))
       ((plist-get message :method)
        (diffabled--heard conversation (plist-get message :method) (plist-get message :params)))
       ((eq (plist-get message :id) :null)
        (diffabled--warn "The daemon could not read what was sent: %S"
                         (plist-get message :error)))
       (t (diffabled--handle-answer conversation message)))
    (error (diffabled--warn "What came from the daemon could not be handled: %s"
                            (error-message-string err)))))

(defun diffabled--handle-answer (conversation message)
  "Handle MESSAGE, an answer to what CONVERSATION asked."
  (let ((asked (gethash (plist-get message :id) (diffabled--conversation-asked conversation)))
        (failure (plist-get message :error)))
    (when asked
      (diffabled--answer conversation (plist-get message :id) (plist-get message :result)
                         (and failure (diffabled--refusal asked failure))))))

(defun diffabled--refusal (asked failure)
  "Return FAILURE, the error that the daemon answered to ASKED, as a condition."
  (let ((data (plist-get failure :data)))
    (list 'diffabled-request-failed (plist-get failure :message)
          :method (diffabled--asked-method asked) :code (plist-get failure :code)
          :kind (plist-get data :kind) :data data)))

(defun diffabled--handle-inside (conversation message)
  "Handle MESSAGE of CONVERSATION if a running handler may wait for it.
Returns whether it did."
  (cond
   ((functionp message) nil)
   ((diffabled--ended-p message)
    (diffabled--fail conversation (diffabled--reason message) t)
    nil)
   (t (let ((asked (gethash (plist-get message :id)
                            (diffabled--conversation-asked conversation))))
        (when (and asked (diffabled--asked-inside asked))
          (diffabled--handle conversation message)
          t)))))

(defun diffabled--reason (ended)
  "Return why ENDED ended, as a sentence."
  (let ((code (diffabled--exit-code (diffabled--ended-process ended))))
    (if code (format "The daemon ended with code %d." code) "The daemon ended.")))

(defun diffabled--answer (conversation id result failure)
  "Complete the request ID of CONVERSATION with RESULT or FAILURE.
One that is unknown was given up."
  (let ((asked (gethash id (diffabled--conversation-asked conversation))))
    (when asked
      (remhash id (diffabled--conversation-asked conversation))
      (unwind-protect
          (condition-case-unless-debug err
              (funcall (diffabled--asked-answer asked) result failure)
            (error (diffabled--warn "The answer to %s could not be handled: %s"
                                    (diffabled--asked-method asked)
                                    (error-message-string err))))
        (setf (diffabled--asked-result asked) result
              (diffabled--asked-error asked) failure
              (diffabled--asked-done asked) t)))))

(defun diffabled--fail (conversation reason &optional only-inside)
  "Let what CONVERSATION asked fail for REASON.
With ONLY-INSIDE, only what handlers may be waiting for."
  (let (ids)
    (maphash (lambda (id asked)
               (when (or (not only-inside) (diffabled--asked-inside asked)) (push id ids)))
             (diffabled--conversation-asked conversation))
    (dolist (id (sort ids #'<))
      (diffabled--answer conversation id nil (list 'diffabled-connection-lost reason)))))

(provide 'diffabled-conversation)
;;; diffabled-conversation.el ends here
