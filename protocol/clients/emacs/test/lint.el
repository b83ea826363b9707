;;; lint.el --- Byte-compiles and checks the files named on the command line  -*- lexical-binding: t; -*-

;;; Commentary:

;;     emacs -Q --batch -L . -L test -l lint -f lint-batch-and-exit FILE...
;;
;; package-lint is looked for where Debian has it.  It and checkdoc are for the library and the
;; apps; tests are only compiled.

;;; Code:

(require 'bytecomp)
(require 'checkdoc)
(require 'cl-lib)

(declare-function package-lint-buffer "package-lint")

(defconst lint-newer-names
  '("string-search" "string-replace" "string-pad" "string-clean-whitespace" "ensure-list"
    "length=" "length<" "length>" "pos-bol" "pos-eol" "named-let" "dlet" "always" "take" "ntake"
    "seq-keep" "seq-first" "file-name-concat" "macroexp-file-name" "defvar-keymap" "keymap-set"
    "setopt" "with-memoization" "json-available-p" "buffer-match-p" "plistp" "while-let"
    "with-undo-amalgamate" "string-equal-ignore-case"
    "process-lines-ignore-status")
  "Names newer than the Emacs that the package asks for.
package-lint lets these pass.")

(defconst lint-accepted '("Package should have a Homepage or URL header.")
  "What package-lint may say: the project is published nowhere yet.")

(defvar lint-failures 0)

(defun lint-fail (format &rest arguments)
  "Print FORMAT with ARGUMENTS, and count it."
  (setq lint-failures (1+ lint-failures))
  (princ (concat (apply #'format format arguments) "\n")))

(defun lint-compile (file)
  "Byte-compile FILE, where warnings are errors, and leave nothing behind."
  (let* ((byte-compile-error-on-warn t)
         (byte-compile-dest-file-function (lambda (_) (make-temp-file "lint" nil ".elc")))
         (compiled (byte-compile-file file)))
    (unless compiled (lint-fail "%s: does not compile" file))))

(defun lint-document (file)
  "Let checkdoc check FILE."
  (let ((checkdoc-verb-check-experimental-flag nil) ; it takes every "changes" for a verb
        (checkdoc-create-error-function
         (lambda (text start &rest _)
           (lint-fail "%s:%d: %s" file (if start (line-number-at-pos start) 0) text)
           nil)))
    (with-current-buffer (find-file-noselect file)
      (checkdoc-current-buffer t))))

(defun lint-package (file)
  "Let package-lint check FILE."
  (with-current-buffer (find-file-noselect file)
    (pcase-dolist (`(,line ,column ,kind ,text) (package-lint-buffer))
      (unless (member text lint-accepted)
        (lint-fail "%s:%d:%d: %s: %s" file line column kind text)))))

(defun lint-names (file)
  "Look for names in FILE that are newer than the Emacs that it asks for."
  (with-current-buffer (find-file-noselect file)
    (goto-char (point-min))
    (while (re-search-forward (concat "[(']" (regexp-opt lint-newer-names) "[ )\n]") nil t)
      (lint-fail "%s:%d: %s is newer" file (line-number-at-pos) (match-string 0)))))

(defun lint-batch-and-exit ()
  "Check the files that are left on the command line."
  (mapc (lambda (directory) (push directory load-path))
        (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa-src/*"))
  (require 'package-lint)
  (defvar package-lint-main-file)
  (setq package-lint-main-file (expand-file-name "diffabled.el"))
  (dolist (file command-line-args-left)
    (lint-compile file)
    (unless (string-match-p "test/" file)
      (lint-document file)
      (lint-names file)
      (lint-package file)))
  (kill-emacs (if (> lint-failures 0) 1 0)))

(provide 'lint)
;;; lint.el ends here
