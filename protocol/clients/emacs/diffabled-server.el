;;; diffabled-server.el --- The daemon as a child process  -*- lexical-binding: t; -*-

;;; Commentary:

;; Finding the daemon, starting it, ending it, and its messages as text.

;;; Code:

(require 'json)
(require 'seq)
(require 'subr-x)

(define-error 'diffabled-error "Something went wrong with diffabled")
(define-error 'diffabled-server-not-found "No daemon" 'diffabled-error)
(define-error 'diffabled-unsupported-server "The daemon is of no use" 'diffabled-error)
(define-error 'diffabled-connection-lost "The daemon is gone" 'diffabled-error)
(define-error 'diffabled-request-failed "The daemon refused" 'diffabled-error)
(define-error 'diffabled-timeout "The daemon did not answer" 'diffabled-error)

(defgroup diffabled nil
  "Lists that follow the daemon of diffable data sources."
  :group 'tools)

(defcustom diffabled-server nil
  "The daemon's executable file, or nil to look for it.
It is looked for in $DIFFABLED, in the variable `exec-path', and in the
checkout of diffabled that this library is in."
  :type '(choice (const :tag "Look for it" nil) file))

(defconst diffabled--directory
  (file-name-directory (file-truename (or load-file-name buffer-file-name)))
  "Where this library is.")

(defconst diffabled--patience 2.0 "Seconds for an orderly end.")

(defconst diffabled--chunk (* 1024 1024)
  "How many bytes of the daemon are read at once; by default Emacs reads 4 KiB.")

(defun diffabled--warn (text &rest arguments)
  "Report TEXT, formatted with ARGUMENTS, which no caller can be told."
  (display-warning 'diffabled (apply #'format text arguments) :error))

;;;; Finding

(defun diffabled--find-server (&optional server)
  "Return the daemon's executable file: SERVER, or what is found.
Signals `diffabled-server-not-found'."
  (let ((given (or server diffabled-server))
        (environment (getenv "DIFFABLED")))
    (cond
     (given (diffabled--named "The setting \"server\"" given))
     ((member environment '(nil "")) (diffabled--search))
     (t (diffabled--named "$DIFFABLED" environment)))))

(defun diffabled--named (place file)
  "Return FILE, which PLACE names and which so must be there."
  (let ((file (expand-file-name file)))
    (unless (diffabled--executable-p file)
      (signal 'diffabled-server-not-found
              (list (format "%s is %s, and no executable file is there." place file))))
    file))

(defun diffabled--executable-p (file)
  "Return whether FILE can be executed."
  (and (file-regular-p file) (file-executable-p file)))

(defun diffabled--search ()
  "Return the daemon's file from PATH or the checkout of this library."
  (let* ((names '(".build/release/diffabled" ".build/debug/diffabled"))
         (checkout (diffabled--checkout))
         (built (and checkout
                     (mapcar (lambda (name) (expand-file-name name checkout)) names))))
    (or (executable-find "diffabled")
        (seq-find #'diffabled--executable-p built)
        (signal 'diffabled-server-not-found
                (list (concat
                       "No diffabled was found. The setting \"server\" is empty. "
                       "$DIFFABLED is not set. PATH has no diffabled. "
                       (if checkout
                           (format "There is no %s in %s. " (string-join names " or ")
                                   (directory-file-name checkout))
                         "The library is in no checkout of diffabled. ")
                       "Build it with \"swift build -c release --product diffabled\"."))))))

(defun diffabled--checkout ()
  "Return the nearest directory above the library that is a checkout of diffabled."
  (locate-dominating-file
   diffabled--directory
   (lambda (directory)
     (and (file-exists-p (expand-file-name "Package.swift" directory))
          (file-exists-p (expand-file-name "protocol" directory))))))

;;;; Running

(defun diffabled--start (command filter sentinel)
  "Start the daemon by COMMAND, a list; return the process.
FILTER and SENTINEL are those of the process."
  (let ((default-directory (if (or (file-remote-p default-directory)
                                   (not (file-accessible-directory-p default-directory)))
                               temporary-file-directory
                             default-directory))
        (read-process-output-max diffabled--chunk))
    (condition-case err
        (make-process :name "diffabled" :command command :noquery t
                      :connection-type 'pipe :coding '(utf-8-unix . binary)
                      :filter filter :sentinel sentinel
                      :stderr (make-pipe-process
                               :name "diffabled stderr" :noquery t :sentinel #'ignore
                               :buffer (get-buffer-create " *diffabled stderr*")))
      (file-error
       (signal 'diffabled-server-not-found
               (list (format "%s could not be started: %s."
                             (car command) (error-message-string err))))))))

(defun diffabled--end (process)
  "Let PROCESS end, and kill it when it does not; return its exit code."
  (ignore-errors (process-send-eof process))
  (diffabled--wait-for-end process)
  (when (process-live-p process)
    (kill-process process)
    (diffabled--wait-for-end process))
  (diffabled--exit-code process))

(defun diffabled--wait-for-end (process)
  "Wait `diffabled--patience' seconds at most until PROCESS has ended."
  (let ((deadline (+ (float-time) diffabled--patience)))
    (while (and (process-live-p process) (< (float-time) deadline))
      (accept-process-output process 0.05 nil t))))

(defun diffabled--exit-code (process)
  "Return the exit code of PROCESS, negative for a signal.
It is nil if PROCESS had ended when it was written to: Emacs does not ask for
its code then, and says 256."
  (let ((code (process-exit-status process)))
    (cond ((eq (process-status process) 'signal) (- code))
          ((< code 256) code))))

;;;; Messages

(defun diffabled--line (message)
  "Return MESSAGE, a plist, as a line of JSON in bytes.
Signals what `json-serialize' does, when it cannot be written."
  (unless (fboundp 'json-serialize)
    (signal 'diffabled-error '("This Emacs was built without JSON.")))
  (concat (json-serialize message) "\n"))

(defun diffabled--parsed (line)
  "Return LINE, JSON text, as plists, vectors, strings, numbers and symbols."
  (condition-case nil
      (json-parse-string line :object-type 'plist :null-object :null :false-object :false)
    (json-parse-error
     ;; A content may have a number that is too large for the library in C.
     (let ((json-object-type 'plist) (json-array-type 'vector)
           (json-null :null) (json-false :false))
       (json-read-from-string line)))))

(provide 'diffabled-server)
;;; diffabled-server.el ends here
