// swift-format-ignore-file
import JSON

/// The machine-readable description of the protocol, as `rpc.discover` answers it.
///
/// The text is that of `protocol/openrpc.json`; `OpenRPCTests` holds the two together and writes this
/// file anew when it is run with `UPDATE_OPENRPC=1`.
public enum OpenRPCDocument {
  /// The description as compact JSON.
  public static var minified: [UInt8] {
    var bytes: [UInt8] = []
    // A text that did not parse would be answered as null; a test holds that it does.
    guard let document = try? JSONDocument(parsing: text) else { return Array("null".utf8) }
    document.root.appendMinified(to: &bytes)
    return bytes
  }

  /// The description as it stands in the file.
  public static let text = #"""
{
  "openrpc": "1.3.2",
  "info": {
    "title": "Diffable data source protocol",
    "description": "Diffable data sources over JSON-RPC 2.0 on stdin and stdout. The normative text is protocol/README.md.",
    "version": "1"
  },
  "methods": [
    {
      "name": "initialize",
      "summary": "Opens the session and tells what the daemon can do.",
      "description": "It must be the first request, apart from `rpc.discover`.\nRequests are served as soon as it is answered.\nIf `processId` names a live process, the daemon exits with code 1 within 2 s of that process's death.\nClients should look features up in `capabilities` and never compare versions of the daemon.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "processId",
          "description": "The process whose death ends the daemon.",
          "required": false,
          "schema": {
            "oneOf": [
              {
                "type": "integer"
              },
              {
                "type": "null"
              }
            ]
          }
        },
        {
          "name": "clientInfo",
          "description": "`{name, version}`; it stands in recordings, and nothing depends on it.",
          "required": false,
          "schema": {
            "description": "Who the client is.",
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "version": {
                "type": "string"
              }
            }
          }
        },
        {
          "name": "capabilities",
          "description": "Accepted as in LSP; the daemon asks nothing of the client.",
          "required": false,
          "schema": {
            "type": "object"
          }
        },
        {
          "name": "trace",
          "description": "How much `$/logTrace` tells from the beginning, as `$/setTrace` says; another value means `\"off\"`.",
          "required": false,
          "schema": {
            "type": "string",
            "enum": [
              "off",
              "messages",
              "verbose"
            ]
          }
        }
      ],
      "result": {
        "name": "InitializeResult",
        "schema": {
          "description": "The result of initialize.",
          "type": "object",
          "required": [
            "serverInfo",
            "protocolVersion",
            "capabilities",
            "limits"
          ],
          "properties": {
            "serverInfo": {
              "description": "`{name, version}` of the daemon.",
              "type": "object",
              "required": [
                "name",
                "version"
              ],
              "properties": {
                "name": {
                  "type": "string"
                },
                "version": {
                  "type": "string"
                }
              }
            },
            "protocolVersion": {
              "description": "The version of this protocol: 1.",
              "type": "integer",
              "enum": [
                1
              ]
            },
            "capabilities": {
              "description": "`{framings, changeFormats, …}`: what this daemon can do.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Capabilities"
                }
              ]
            },
            "limits": {
              "description": "The limits in force.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Limits"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "initialized",
      "summary": "Says that the client has read the answer to initialize.",
      "description": "It is never answered.\nThe daemon does not wait for it.",
      "paramStructure": "by-name",
      "params": [],
      "x-kind": "notification",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "shutdown",
      "summary": "Ends the work; only exit may follow.",
      "description": "Everything that was asked before it is answered before it.\nAfterwards requests are `-32600`, and notifications other than `exit` are dropped.",
      "paramStructure": "by-name",
      "params": [],
      "result": {
        "name": "null",
        "schema": {
          "type": "null"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "exit",
      "summary": "Ends the process.",
      "description": "The exit code is 0 after `shutdown`, else 1.\nIt works at any time, also before `initialize`.\nWhat was answered before it is written first; the daemon waits at most 2 s for a reader that does not read.",
      "paramStructure": "by-name",
      "params": [],
      "x-kind": "notification",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "$/cancelRequest",
      "summary": "Asks the daemon to give up a request.",
      "description": "Ids match by JSON type and value: `1` and `\"1\"` are two ids.\nA request that is cancelled before it is finished ends with `-32800` and has changed nothing; inside a batch the `-32800` stands in the batch's array.\nA request that is finished, or that the daemon does not know, is left alone.\nThe request is answered in any case, exactly once.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "id",
          "description": "The id of the request.",
          "required": true,
          "schema": {
            "oneOf": [
              {
                "type": "string"
              },
              {
                "type": "integer"
              }
            ]
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "rpc.discover",
      "summary": "Answers with the OpenRPC document of this protocol.",
      "description": "It is allowed before `initialize`.\nThe answer is large; a program asks for it once, if at all.",
      "paramStructure": "by-name",
      "params": [],
      "result": {
        "name": "openrpc",
        "schema": {
          "description": "An OpenRPC document.",
          "type": "object",
          "required": [
            "openrpc",
            "info",
            "methods"
          ],
          "properties": {
            "openrpc": {
              "type": "string"
            },
            "info": {
              "type": "object"
            },
            "methods": {
              "type": "array"
            },
            "components": {
              "type": "object"
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "$/setTrace",
      "summary": "Says how much of the conversation the daemon tells.",
      "description": "`\"messages\"`: a `$/logTrace` for each request when it comes, and one for each response before it is sent. `\"verbose\"`: also with the params of each request.\nIt is as in LSP; `trace` in `initialize` sets the same from the beginning. The daemon tells of everything that comes after `initialize`.\nAnother value changes nothing.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "value",
          "description": "`\"off\"`, `\"messages\"` or `\"verbose\"`.",
          "required": true,
          "schema": {
            "type": "string",
            "enum": [
              "off",
              "messages",
              "verbose"
            ]
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/create",
      "summary": "Makes a data source.",
      "description": "A new data source is empty and at revision 0.\nAn initial snapshot is applied at once: it is announced by a `dataSource/didApply` from revision 0 to 1, with `animatingDifferences` false and the origin `dataSource/create`.\nWhen the initial snapshot is refused, no data source is made.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The name of the new data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "options",
          "description": "The options.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Options"
          }
        },
        {
          "name": "snapshot",
          "description": "An initial snapshot, applied at once.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/SnapshotDocument"
          }
        }
      ],
      "result": {
        "name": "DataSourceCreateResult",
        "schema": {
          "description": "The result of dataSource/create.",
          "type": "object",
          "required": [
            "revision"
          ],
          "properties": {
            "revision": {
              "description": "0, or 1 with an initial snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/dataSourceExists"
        },
        {
          "$ref": "#/components/errors/duplicateIdentifier"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/configure",
      "summary": "Changes options of a data source.",
      "description": "It makes no revision and sends no notification.\nEither all options named are changed or none.\nThe new options count from the next apply on.\n`history` and `identity` cannot be changed: that is `-32602`.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "options",
          "description": "The options to change; those that are not named stay as they are.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Options"
          }
        }
      ],
      "result": {
        "name": "DataSourceConfigureResult",
        "schema": {
          "description": "The result of dataSource/configure.",
          "type": "object",
          "required": [
            "revision"
          ],
          "properties": {
            "revision": {
              "description": "The current revision.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/close",
      "summary": "Removes a data source.",
      "description": "`dataSource/didClose` is sent before the response.\nNamed snapshots that were made from it stay.\nIts name is free again; a new data source of that name begins at revision 0.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        }
      ],
      "result": {
        "name": "null",
        "schema": {
          "type": "null"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/list",
      "summary": "Lists the data sources.",
      "paramStructure": "by-name",
      "params": [],
      "result": {
        "name": "DataSourceListResult",
        "schema": {
          "description": "The result of dataSource/list.",
          "type": "object",
          "required": [
            "dataSources"
          ],
          "properties": {
            "dataSources": {
              "description": "`{dataSource, revision, numberOfSections, numberOfItems}` for each, in the order in which they were created.",
              "type": "array",
              "items": {
                "description": "One data source.",
                "type": "object",
                "required": [
                  "dataSource",
                  "revision",
                  "numberOfSections",
                  "numberOfItems"
                ],
                "properties": {
                  "dataSource": {
                    "description": "Its name.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/Name"
                      }
                    ]
                  },
                  "revision": {
                    "description": "Its current revision.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/Revision"
                      }
                    ]
                  },
                  "numberOfSections": {
                    "description": "The number of sections.",
                    "type": "integer",
                    "minimum": 0
                  },
                  "numberOfItems": {
                    "description": "The number of items.",
                    "type": "integer",
                    "minimum": 0
                  }
                }
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/apply",
      "summary": "Makes a snapshot the current one.",
      "description": "Every successful apply makes one revision and is announced by one `dataSource/didApply`, also when nothing changed.\nA named snapshot stays usable afterwards; its marks are consumed.\nA named snapshot may come from any data source, and its base need not be current: the last write wins, unless `ifRevision` says otherwise.\nItems and sections that are given without content keep the content that the data source has for them.\nAn error leaves everything as it was.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The new snapshot: a document, or the name of a named snapshot.",
          "required": true,
          "schema": {
            "oneOf": [
              {
                "$ref": "#/components/schemas/SnapshotDocument"
              },
              {
                "$ref": "#/components/schemas/Name"
              }
            ]
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "mode",
          "description": "`\"diff\"` (the default), or `\"reloadData\"` to have the front end draw everything anew.",
          "required": false,
          "schema": {
            "type": "string",
            "enum": [
              "diff",
              "reloadData"
            ],
            "default": "diff"
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/duplicateIdentifier"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/edit",
      "summary": "Edits the current snapshot and makes the result the current one.",
      "description": "It is one step: take the current snapshot, carry out the edits, apply the result.\nThe list of edits is atomic; `data.edit` of an error is the index of the edit that was refused.\nAn empty list of edits makes a revision too.\nEdits has all edits and every decision about them.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "edits",
          "description": "The edits, carried out in order.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Edit"
            }
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/duplicateIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidEdit"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/indexPathOutOfRange"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/changes",
      "summary": "Tells what changed since a revision.",
      "description": "The changes are one difference over the whole span, not one for each revision.\nA revision that is too old is `revisionUnavailable`; read `snapshot/contents` then.\nSince the current revision itself, all ten lists are empty, or there is no step and no stage.\nReloads and reconfigures over the span are united, in the newest coordinates; an item that is new over the span is an insert only.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "since",
          "description": "The revision that the client shows.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        },
        {
          "name": "changeFormat",
          "description": "The format: `\"batch\"` (the default), `\"sequential\"`, `\"staged\"`, or `\"none\"` to leave `changes` out.",
          "required": false,
          "schema": {
            "type": "string",
            "enum": [
              "batch",
              "sequential",
              "staged",
              "none"
            ],
            "default": "batch"
          }
        }
      ],
      "result": {
        "name": "DataSourceChangesResult",
        "schema": {
          "description": "The result of dataSource/changes.",
          "type": "object",
          "required": [
            "fromRevision",
            "revision"
          ],
          "properties": {
            "fromRevision": {
              "description": "The revision asked for.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "revision": {
              "description": "The current revision.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "changes": {
              "description": "The changes between the two; absent with the format `\"none\"`.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/AnyChanges"
                }
              ]
            },
            "content": {
              "description": "The content of the list itself, when it is another one than at `fromRevision`.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Content"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionUnavailable"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/revert",
      "summary": "Makes the state of an earlier revision the current one again.",
      "description": "It makes a new revision; the history is not rewritten.\nSections, items, their order and their content are those of that revision.\nIt is announced by `dataSource/didApply` with the origin `dataSource/revert`.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "toRevision",
          "description": "The revision whose state is wanted.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionUnavailable"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/applySection",
      "summary": "Gives a section a tree of items.",
      "description": "The rows of the section are the items whose every parent is open; the others are hidden.\nItems that other sections have are pulled in; what hung below them there takes their place.\nAn item without content keeps the content that it has.\nWhat `dataSource/sectionSnapshot` answers is accepted as it stands.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "section",
          "description": "The section; it is made at the end if it is not there.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "snapshot",
          "description": "The tree.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/OutlineDocument"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/duplicateIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/editSection",
      "summary": "Edits the tree of a section and makes the result the current one.",
      "description": "The list of edits is atomic; `data.edit` of an error is the index of the edit that was refused.\nAn empty list of edits makes a revision too.\nItems that other sections have are pulled in, with the warning.\nSection edits has all of them and every decision about them.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "section",
          "description": "The section, which must exist.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "edits",
          "description": "The edits, carried out in order.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionEdit"
            }
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/duplicateIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/sectionSnapshot",
      "summary": "Reads the tree of a section.",
      "description": "Items are always objects; `expanded` is there when it is true, `children` when there are any, `content` when there is any.\nThe items of a section that never had a tree all stand at the top.\nHidden items are among them.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "section",
          "description": "The section.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "of",
          "description": "An item of the tree; then only what hangs below it is read.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "includingParent",
          "description": "Whether the item `of` itself stands at the top of the answer. Default false.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": false
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceSectionSnapshotResult",
        "schema": {
          "description": "The result of dataSource/sectionSnapshot.",
          "type": "object",
          "required": [
            "revision",
            "items"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "items": {
              "description": "The items at the top, each with what hangs below it.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/OutlineItem"
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/outline",
      "summary": "Tells where items are in the tree of a section.",
      "description": "An item that is not in the tree of the section is `null`.\n`index` counts all items of the section, depth first, shown or not.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "section",
          "description": "The section.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "items",
          "description": "The items asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceOutlineResult",
        "schema": {
          "description": "The result of dataSource/outline.",
          "type": "object",
          "required": [
            "revision",
            "items"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "items": {
              "description": "`{level, parent, index, expanded, visible}` for each item, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/OutlinePlace"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/expandItem",
      "summary": "Carries out that the user opens an item.",
      "description": "`dataSource/willExpandItem` is sent first, then the `didApply`.\nAn item that is open already makes a revision in which nothing changed, and no `willExpandItem`.\nAn item need not have anything below it.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "item",
          "description": "The item, which must be shown.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/collapseItem",
      "summary": "Carries out that the user closes an item.",
      "description": "`dataSource/willCollapseItem` is sent first, then the `didApply`.\nAn item that is closed already makes a revision in which nothing changed, and no `willCollapseItem`.\nAn item need not have anything below it.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "item",
          "description": "The item, which must be shown.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/create",
      "summary": "Makes a named snapshot, empty or as a copy.",
      "description": "The copy costs the same whatever its size.\nA copy of a data source has no marks; a copy of a named snapshot has the marks of the original.\nContent is copied too.\nA copy has the identity of what it was made from, and does with repeats what that does at the time.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "snapshot",
          "description": "The name of the new named snapshot.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "from",
          "description": "What it is a copy of; absent means empty.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Target"
          }
        },
        {
          "name": "identity",
          "description": "How items that are given as model objects are identified; not beside `from`.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/IdentityOptions"
          }
        }
      ],
      "result": {
        "name": "SnapshotCreateResult",
        "schema": {
          "description": "The result of snapshot/create.",
          "type": "object",
          "required": [
            "numberOfSections",
            "numberOfItems"
          ],
          "properties": {
            "numberOfSections": {
              "description": "The number of sections.",
              "type": "integer",
              "minimum": 0
            },
            "numberOfItems": {
              "description": "The number of items.",
              "type": "integer",
              "minimum": 0
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/snapshotExists"
        },
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/list",
      "summary": "Lists the named snapshots.",
      "paramStructure": "by-name",
      "params": [],
      "result": {
        "name": "SnapshotListResult",
        "schema": {
          "description": "The result of snapshot/list.",
          "type": "object",
          "required": [
            "snapshots"
          ],
          "properties": {
            "snapshots": {
              "description": "`{snapshot, numberOfSections, numberOfItems}` for each, in the order in which they were created.",
              "type": "array",
              "items": {
                "description": "One named snapshot.",
                "type": "object",
                "required": [
                  "snapshot",
                  "numberOfSections",
                  "numberOfItems"
                ],
                "properties": {
                  "snapshot": {
                    "description": "Its name.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/Name"
                      }
                    ]
                  },
                  "numberOfSections": {
                    "description": "The number of sections.",
                    "type": "integer",
                    "minimum": 0
                  },
                  "numberOfItems": {
                    "description": "The number of items.",
                    "type": "integer",
                    "minimum": 0
                  }
                }
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/edit",
      "summary": "Edits a named snapshot.",
      "description": "It makes no revision and sends no notification.\nThe list of edits is atomic; `data.edit` of an error is the index of the edit that was refused.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "snapshot",
          "description": "The named snapshot.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "edits",
          "description": "The edits, carried out in order.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Edit"
            }
          }
        }
      ],
      "result": {
        "name": "SnapshotEditResult",
        "schema": {
          "description": "The result of snapshot/edit.",
          "type": "object",
          "required": [
            "numberOfSections",
            "numberOfItems",
            "warnings"
          ],
          "properties": {
            "numberOfSections": {
              "description": "The number of sections.",
              "type": "integer",
              "minimum": 0
            },
            "numberOfItems": {
              "description": "The number of items.",
              "type": "integer",
              "minimum": 0
            },
            "warnings": {
              "description": "Warnings about the edits; often empty.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Warning"
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/unknownItem"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/duplicateIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidEdit"
        },
        {
          "$ref": "#/components/errors/limitExceeded"
        },
        {
          "$ref": "#/components/errors/indexPathOutOfRange"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/release",
      "summary": "Removes a named snapshot.",
      "description": "Its name is free again.\nData sources that it was applied to keep their state.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "snapshot",
          "description": "The named snapshot.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        }
      ],
      "result": {
        "name": "null",
        "schema": {
          "type": "null"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/changes",
      "summary": "Compares any two snapshots and applies nothing.",
      "description": "The marks of `to` count as they would in an apply, and they are not consumed.\nWhen `from` is a data source, or else when `to` is one, its options `contentChanges` and `cells` hold; between two named snapshots unequal content is a reconfigure.\nElements carry their content.\nThe two may come from different data sources.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "from",
          "description": "The snapshot before.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Target"
          }
        },
        {
          "name": "to",
          "description": "The snapshot after.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Target"
          }
        },
        {
          "name": "changeFormat",
          "description": "The format: `\"batch\"` (the default), `\"sequential\"`, `\"staged\"`, or `\"none\"` to leave `changes` out.",
          "required": false,
          "schema": {
            "type": "string",
            "enum": [
              "batch",
              "sequential",
              "staged",
              "none"
            ],
            "default": "batch"
          }
        }
      ],
      "result": {
        "name": "SnapshotChangesResult",
        "schema": {
          "description": "The result of snapshot/changes.",
          "type": "object",
          "required": [
            "counts"
          ],
          "properties": {
            "changes": {
              "description": "The changes; absent with the format `\"none\"`.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/AnyChanges"
                }
              ]
            },
            "counts": {
              "description": "`{sections, items}`, each `{inserted, deleted, moved, reloaded, reconfigured}`.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Counts"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/contents",
      "summary": "Reads the whole snapshot.",
      "description": "Every section is an object `{\"id\", \"content\"?, \"items\"}`, and `items` is always there.\nAn item is a bare identifier if it has no content, else `{\"id\", \"content\"}`.\nThe three lists of marks are there only if they are not empty; a data source has no marks.\nThe answer is accepted by `dataSource/apply` as it stands.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotContentsResult",
        "schema": {
          "description": "The result of snapshot/contents.",
          "type": "object",
          "required": [
            "sections"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "sections": {
              "description": "The sections, in order, with their items.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Section"
              }
            },
            "reloadedSections": {
              "description": "Sections that are marked for reload.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            },
            "reloadedItems": {
              "description": "Items that are marked for reload.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            },
            "reconfiguredItems": {
              "description": "Items that are marked for reconfigure.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/counts",
      "summary": "Counts sections and items.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "inSection",
          "description": "Counts the items of this section only.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "perSection",
          "description": "Adds the count of each section. Default false.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": false
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotCountsResult",
        "schema": {
          "description": "The result of snapshot/counts.",
          "type": "object",
          "required": [
            "numberOfSections",
            "numberOfItems"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "numberOfSections": {
              "description": "The number of sections of the snapshot.",
              "type": "integer",
              "minimum": 0
            },
            "numberOfItems": {
              "description": "The number of items of the snapshot, or of `inSection` if given.",
              "type": "integer",
              "minimum": 0
            },
            "sections": {
              "description": "With `perSection`: `{section, numberOfItems}` for each section in order, or for `inSection` alone.",
              "type": "array",
              "items": {
                "description": "The count of one section.",
                "type": "object",
                "required": [
                  "section",
                  "numberOfItems"
                ],
                "properties": {
                  "section": {
                    "description": "The section.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/Identifier"
                      }
                    ]
                  },
                  "numberOfItems": {
                    "description": "The number of its items.",
                    "type": "integer",
                    "minimum": 0
                  }
                }
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/sectionIdentifiers",
      "summary": "Lists the sections.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotSectionIdentifiersResult",
        "schema": {
          "description": "The result of snapshot/sectionIdentifiers.",
          "type": "object",
          "required": [
            "sections"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "sections": {
              "description": "The sections in order.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/itemIdentifiers",
      "summary": "Lists the items.",
      "description": "A range that reaches past the end is cut off there; one that begins past the end gives an empty list.\nA negative number in `range` is `-32602`.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "inSection",
          "description": "Lists the items of this section only.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "range",
          "description": "Lists `count` items from the zero-based `start` on, in `inSection` or across all sections.",
          "required": false,
          "schema": {
            "type": "array",
            "items": {
              "type": "integer",
              "minimum": 0
            },
            "minItems": 2,
            "maxItems": 2
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotItemIdentifiersResult",
        "schema": {
          "description": "The result of snapshot/itemIdentifiers.",
          "type": "object",
          "required": [
            "items"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "items": {
              "description": "The items in order.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/unknownSection"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/indexOfItem",
      "summary": "Finds the index of items, counted across all sections.",
      "description": "The index counts across all sections; for a position inside a section use `dataSource/indexPath`.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "items",
          "description": "The items asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotIndexOfItemResult",
        "schema": {
          "description": "The result of snapshot/indexOfItem.",
          "type": "object",
          "required": [
            "indexes"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "indexes": {
              "description": "The index of each, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "type": "integer",
                    "minimum": 0
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/indexOfSection",
      "summary": "Finds the index of sections.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "sections",
          "description": "The sections asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotIndexOfSectionResult",
        "schema": {
          "description": "The result of snapshot/indexOfSection.",
          "type": "object",
          "required": [
            "indexes"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "indexes": {
              "description": "The index of each, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "type": "integer",
                    "minimum": 0
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/sectionContainingItem",
      "summary": "Finds the section that an item is in.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "items",
          "description": "The items asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotSectionContainingItemResult",
        "schema": {
          "description": "The result of snapshot/sectionContainingItem.",
          "type": "object",
          "required": [
            "sections"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "sections": {
              "description": "The section of each item, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/Identifier"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "snapshot/marks",
      "summary": "Lists the marks that wait for the next apply.",
      "description": "All three lists are always there; those of a data source are empty, since an apply consumes marks.\nThe lists have the order in which the marks were first set.\nAn item that is marked for both is listed in `reloadedItems` only.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source that the question is about; exactly one of `dataSource` and `snapshot` is given.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "snapshot",
          "description": "The named snapshot that the question is about.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "SnapshotMarksResult",
        "schema": {
          "description": "The result of snapshot/marks.",
          "type": "object",
          "required": [
            "reloadedSections",
            "reloadedItems",
            "reconfiguredItems"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of; absent for a named snapshot.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "reloadedSections": {
              "description": "Sections that are marked for reload.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            },
            "reloadedItems": {
              "description": "Items that are marked for reload.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            },
            "reconfiguredItems": {
              "description": "Items that are marked for reconfigure.",
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Identifier"
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/unknownSnapshot"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/itemIdentifier",
      "summary": "Finds the items at index paths.",
      "description": "A position that does not exist, also a negative one, gives null.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexPaths",
          "description": "The positions asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/IndexPath"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceItemIdentifierResult",
        "schema": {
          "description": "The result of dataSource/itemIdentifier.",
          "type": "object",
          "required": [
            "revision",
            "items"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "items": {
              "description": "The item at each position, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/Identifier"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/indexPath",
      "summary": "Finds the index paths of items.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "items",
          "description": "The items asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceIndexPathResult",
        "schema": {
          "description": "The result of dataSource/indexPath.",
          "type": "object",
          "required": [
            "revision",
            "indexPaths"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "indexPaths": {
              "description": "The position of each item, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/IndexPath"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/sectionIdentifier",
      "summary": "Finds the sections at indexes.",
      "description": "An index that does not exist, also a negative one, gives null.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexes",
          "description": "The indexes asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "type": "integer"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceSectionIdentifierResult",
        "schema": {
          "description": "The result of dataSource/sectionIdentifier.",
          "type": "object",
          "required": [
            "revision",
            "sections"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "sections": {
              "description": "The section at each index, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/Identifier"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/sectionIndex",
      "summary": "Finds the indexes of sections.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "sections",
          "description": "The sections asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceSectionIndexResult",
        "schema": {
          "description": "The result of dataSource/sectionIndex.",
          "type": "object",
          "required": [
            "revision",
            "indexes"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "indexes": {
              "description": "The index of each, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "type": "integer",
                    "minimum": 0
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/items",
      "summary": "Reads items with their content.",
      "description": "`content` is absent if the item has none; the option `includeContent` does not matter here.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "items",
          "description": "The items asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceItemsResult",
        "schema": {
          "description": "The result of dataSource/items.",
          "type": "object",
          "required": [
            "revision",
            "items"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "items": {
              "description": "`{id, content?}` for each item, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "description": "One item.",
                    "type": "object",
                    "required": [
                      "id"
                    ],
                    "properties": {
                      "id": {
                        "description": "Its identifier.",
                        "allOf": [
                          {
                            "$ref": "#/components/schemas/Identifier"
                          }
                        ]
                      },
                      "content": {
                        "description": "Its content, if it has any.",
                        "allOf": [
                          {
                            "$ref": "#/components/schemas/Content"
                          }
                        ]
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/sections",
      "summary": "Reads sections with their content.",
      "description": "`content` is absent if the section has none; the items of a section are not part of the answer.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "sections",
          "description": "The sections asked for.",
          "required": true,
          "schema": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceSectionsResult",
        "schema": {
          "description": "The result of dataSource/sections.",
          "type": "object",
          "required": [
            "revision",
            "sections"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "sections": {
              "description": "`{id, content?}` for each section, or null.",
              "type": "array",
              "items": {
                "oneOf": [
                  {
                    "description": "One section.",
                    "type": "object",
                    "required": [
                      "id"
                    ],
                    "properties": {
                      "id": {
                        "description": "Its identifier.",
                        "allOf": [
                          {
                            "$ref": "#/components/schemas/Identifier"
                          }
                        ]
                      },
                      "content": {
                        "description": "Its content, if it has any.",
                        "allOf": [
                          {
                            "$ref": "#/components/schemas/Content"
                          }
                        ]
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidIdentifier"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/rows",
      "summary": "Reads a window of rows: what a front end needs to draw them.",
      "description": "The window runs on over section ends; empty sections are passed over.\nIt begins with the first row at or after `from`, so a position past the end of a section goes on with the next section.\nPast the end of the list the window is shorter, or empty.\nA negative number in `from` or `count` is `-32602`.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "from",
          "description": "The position of the first row.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "count",
          "description": "How many rows, at most.",
          "required": true,
          "schema": {
            "type": "integer",
            "minimum": 0
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceRowsResult",
        "schema": {
          "description": "The result of dataSource/rows.",
          "type": "object",
          "required": [
            "revision",
            "rows"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "rows": {
              "description": "`{indexPath, item, section, content?, cell?, outline?}` for each row.",
              "type": "array",
              "items": {
                "description": "One row.",
                "type": "object",
                "required": [
                  "indexPath",
                  "item",
                  "section"
                ],
                "properties": {
                  "indexPath": {
                    "description": "Its position.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/IndexPath"
                      }
                    ]
                  },
                  "item": {
                    "description": "Its item.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/Identifier"
                      }
                    ]
                  },
                  "section": {
                    "description": "Its section.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/Identifier"
                      }
                    ]
                  },
                  "content": {
                    "description": "The content of its item, if there is any.",
                    "allOf": [
                      {
                        "$ref": "#/components/schemas/Content"
                      }
                    ]
                  },
                  "cell": {
                    "description": "The kind of its cell, if the option `cells` gives one.",
                    "type": "string"
                  },
                  "outline": {
                    "description": "Where the row is in the tree of its section, if it hangs below another, is open or has items below it.",
                    "type": "object",
                    "required": [
                      "level",
                      "expanded",
                      "numberOfChildren"
                    ],
                    "properties": {
                      "level": {
                        "description": "How many items it hangs below.",
                        "type": "integer",
                        "minimum": 0
                      },
                      "expanded": {
                        "description": "Whether the items below it are shown.",
                        "type": "boolean"
                      },
                      "numberOfChildren": {
                        "description": "How many items are right below it, shown or not.",
                        "type": "integer",
                        "minimum": 0
                      }
                    }
                  }
                }
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/canMoveRow",
      "summary": "Tells whether the user may move a row.",
      "description": "The option `reordering` decides: the item's own content first, then its section, then the whole.\nIt speaks of the row, not of where it is moved to; see `dataSource/moveRow`.\nA row that does not exist is `indexPathOutOfRange`, not false.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexPath",
          "description": "The row.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceCanMoveRowResult",
        "schema": {
          "description": "The result of dataSource/canMoveRow.",
          "type": "object",
          "required": [
            "revision",
            "allowed"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "allowed": {
              "description": "Whether it may be moved.",
              "type": "boolean"
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/indexPathOutOfRange"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/moveRow",
      "summary": "Moves a row that the user has dragged.",
      "description": "The meaning is that of a table view: the row is taken out, and then put in so that `to` is where it stands.\n`to` may be one past the last row of its section: then the row is appended. Within its own section the last row and the place past it are the same.\nTo another section it needs the option `reordering.acrossSections`. The item really changes its section; the section that it comes to is not asked.\nMoving a row to where it is makes a revision in which nothing changed.\nThe `dataSource/didApply` has `transaction: {item, from, to}`, with the place where the row really is afterwards. A front end that has moved the row under the finger already skips the changes under `moves`: they say the same, possibly as a move of the neighbour (two neighbours that change places are one move of either). A merged one has no `transaction`.\nIf the move changes the kind of cell, the item is listed under `reloads` too.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "from",
          "description": "Where the row is.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "to",
          "description": "Where it is to be, counted after it was taken out.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/moveNotAllowed"
        },
        {
          "$ref": "#/components/errors/indexPathOutOfRange"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/canEditRow",
      "summary": "Tells whether the user may delete a row.",
      "description": "The option `editing` decides: the item's own content first, then its section, then the whole.\nA row that does not exist is `indexPathOutOfRange`, not false.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexPath",
          "description": "The row.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceCanEditRowResult",
        "schema": {
          "description": "The result of dataSource/canEditRow.",
          "type": "object",
          "required": [
            "revision",
            "allowed"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "allowed": {
              "description": "Whether it may be deleted.",
              "type": "boolean"
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/indexPathOutOfRange"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/deleteRow",
      "summary": "Deletes a row that the user has swiped away.",
      "description": "It is allowed unless the option `editing` says otherwise.\nThe section stays, also when it becomes empty.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexPath",
          "description": "The row.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/editNotAllowed"
        },
        {
          "$ref": "#/components/errors/indexPathOutOfRange"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/heightForRow",
      "summary": "Tells how high a row is.",
      "description": "The option `heights` decides: the item's own content first, then its section, then the default.\nThe number is written exactly as it stands in the content or the option.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexPath",
          "description": "The row.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceHeightForRowResult",
        "schema": {
          "description": "The result of dataSource/heightForRow.",
          "type": "object",
          "required": [
            "revision",
            "height"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "height": {
              "description": "The height; null when it is automatic, not known, or there is no such row.",
              "oneOf": [
                {
                  "type": "number",
                  "minimum": 0
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/estimatedHeightForRow",
      "summary": "Tells how high a row is expected to be.",
      "description": "The option `heights` decides: the item's own content first, then its section, then the default.\nThe number is written exactly as it stands in the content or the option.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexPath",
          "description": "The row.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceEstimatedHeightForRowResult",
        "schema": {
          "description": "The result of dataSource/estimatedHeightForRow.",
          "type": "object",
          "required": [
            "revision",
            "height"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "height": {
              "description": "The estimated height; null when it is automatic, not known, or there is no such row.",
              "oneOf": [
                {
                  "type": "number",
                  "minimum": 0
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/rowAtOffset",
      "summary": "Finds the row that covers a distance from the top.",
      "description": "A row covers the distances from where it begins up to, and without, where the next one begins; so a row of height 0 is never found.\nWhat heights count, and what it costs, is said in Heights.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "y",
          "description": "The distance from the top of the first row.",
          "required": true,
          "schema": {
            "type": "number"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceRowAtOffsetResult",
        "schema": {
          "description": "The result of dataSource/rowAtOffset.",
          "type": "object",
          "required": [
            "revision",
            "indexPath",
            "y",
            "height"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "indexPath": {
              "description": "The row that covers `y`; null above the first row and below the last.",
              "oneOf": [
                {
                  "$ref": "#/components/schemas/IndexPath"
                },
                {
                  "type": "null"
                }
              ]
            },
            "y": {
              "description": "Where that row begins.",
              "oneOf": [
                {
                  "type": "number",
                  "minimum": 0
                },
                {
                  "type": "null"
                }
              ]
            },
            "height": {
              "description": "The height that counts for it.",
              "oneOf": [
                {
                  "type": "number",
                  "minimum": 0
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/offsetOfRow",
      "summary": "Tells how far from the top a row begins.",
      "description": "What heights count, and what it costs, is said in Heights.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "indexPath",
          "description": "The row.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceOffsetOfRowResult",
        "schema": {
          "description": "The result of dataSource/offsetOfRow.",
          "type": "object",
          "required": [
            "revision",
            "y",
            "height"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "y": {
              "description": "Where the row begins, counted from the top of the first row; null when there is no such row.",
              "oneOf": [
                {
                  "type": "number",
                  "minimum": 0
                },
                {
                  "type": "null"
                }
              ]
            },
            "height": {
              "description": "The height that counts for it; null when there is no such row.",
              "oneOf": [
                {
                  "type": "number",
                  "minimum": 0
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/contentHeight",
      "summary": "Tells the height of all rows together.",
      "description": "What heights count, and what it costs, is said in Heights.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceContentHeightResult",
        "schema": {
          "description": "The result of dataSource/contentHeight.",
          "type": "object",
          "required": [
            "revision",
            "height"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "height": {
              "description": "The sum of the heights that count.",
              "type": "number",
              "minimum": 0
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/titleForHeader",
      "summary": "Tells the title above the rows of a section.",
      "description": "It is the string to which the pointer `titles.header` leads in the section's content; anything but a string is no title.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "index",
          "description": "The index of the section.",
          "required": true,
          "schema": {
            "type": "integer"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceTitleForHeaderResult",
        "schema": {
          "description": "The result of dataSource/titleForHeader.",
          "type": "object",
          "required": [
            "revision",
            "title"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "title": {
              "description": "The title; null when there is none, or no such section.",
              "oneOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/titleForFooter",
      "summary": "Tells the title below the rows of a section.",
      "description": "It is the string to which the pointer `titles.footer` leads in the section's content; anything but a string is no title.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "index",
          "description": "The index of the section.",
          "required": true,
          "schema": {
            "type": "integer"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceTitleForFooterResult",
        "schema": {
          "description": "The result of dataSource/titleForFooter.",
          "type": "object",
          "required": [
            "revision",
            "title"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "title": {
              "description": "The title; null when there is none, or no such section.",
              "oneOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/sectionIndexTitles",
      "summary": "Lists the titles of the index at the edge of a table.",
      "description": "They are the strings to which the pointer `indexTitles` leads in the sections' contents, in the order of the sections, each once.\nWithout that option the list is empty.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceSectionIndexTitlesResult",
        "schema": {
          "description": "The result of dataSource/sectionIndexTitles.",
          "type": "object",
          "required": [
            "revision",
            "titles"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "titles": {
              "description": "The titles.",
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/sectionForSectionIndexTitle",
      "summary": "Finds the section that a title of the index leads to.",
      "description": "Finds the section that a title of the index leads to.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "title",
          "description": "A title of `dataSource/sectionIndexTitles`.",
          "required": true,
          "schema": {
            "type": "string"
          }
        },
        {
          "name": "at",
          "description": "The index of the title in that list, as table views say it; the title alone decides.",
          "required": false,
          "schema": {
            "type": "integer"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceSectionForSectionIndexTitleResult",
        "schema": {
          "description": "The result of dataSource/sectionForSectionIndexTitle.",
          "type": "object",
          "required": [
            "revision",
            "index"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "index": {
              "description": "The index of the first section that has the title; null when none has.",
              "oneOf": [
                {
                  "type": "integer",
                  "minimum": 0
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/indexPathForIndexTitle",
      "summary": "Finds the row that a title of the index leads to.",
      "description": "Finds the row that a title of the index leads to.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "title",
          "description": "A title of `dataSource/sectionIndexTitles`.",
          "required": true,
          "schema": {
            "type": "string"
          }
        },
        {
          "name": "at",
          "description": "The index of the title in that list, as table views say it; the title alone decides.",
          "required": false,
          "schema": {
            "type": "integer"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceIndexPathForIndexTitleResult",
        "schema": {
          "description": "The result of dataSource/indexPathForIndexTitle.",
          "type": "object",
          "required": [
            "revision",
            "indexPath"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "indexPath": {
              "description": "The first row of the first section that has the title and a row; null when there is none.",
              "oneOf": [
                {
                  "$ref": "#/components/schemas/IndexPath"
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/setContent",
      "summary": "Gives the list itself another content.",
      "description": "It is an apply that changes nothing else; it makes a revision also when the content is the one that the list has.\nThe `dataSource/didApply` has the `content`, whatever the options say; all its lists are empty.\nThe content belongs to the revision: `dataSource/revert` brings it back, and `dataSource/changes` tells it.\nA list that was given none has the content `null`: for the list itself the two are the same.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "content",
          "description": "The content: what the header of the whole list shows, for instance.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Content"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate; passed through. Default true.",
          "required": false,
          "schema": {
            "type": "boolean",
            "default": true
          }
        },
        {
          "name": "ifRevision",
          "description": "The apply is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "ApplyResult",
        "schema": {
          "$ref": "#/components/schemas/ApplyResult"
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/content",
      "summary": "Reads the content of the list itself.",
      "description": "It is no part of a snapshot document.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "atRevision",
          "description": "The question is refused unless the data source is at this revision.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "result": {
        "name": "DataSourceContentResult",
        "schema": {
          "description": "The result of dataSource/content.",
          "type": "object",
          "required": [
            "revision",
            "content"
          ],
          "properties": {
            "revision": {
              "description": "The revision that the answer is true of.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Revision"
                }
              ]
            },
            "content": {
              "description": "The content, `null` when the list was given none.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Content"
                }
              ]
            }
          }
        }
      },
      "errors": [
        {
          "$ref": "#/components/errors/unknownDataSource"
        },
        {
          "$ref": "#/components/errors/revisionMismatch"
        },
        {
          "$ref": "#/components/errors/invalidParams"
        },
        {
          "$ref": "#/components/errors/invalidRequest"
        },
        {
          "$ref": "#/components/errors/serverNotInitialized"
        },
        {
          "$ref": "#/components/errors/requestCancelled"
        }
      ],
      "x-kind": "request",
      "x-direction": "clientToServer",
      "x-since": 1
    },
    {
      "name": "dataSource/didApply",
      "summary": "Says that a data source has a new revision, and what changed.",
      "description": "Every successful apply is announced, also when nothing changed; then all ten lists are empty, or there is no step and no stage.\nIt is sent before the response that names its revision.\nThe `fromRevision` of one is the `revision` of the one before it, for each data source by itself.\nWith the option `changeFormat` set to `\"none\"` it has neither `changes` nor `reloadData`.\nTo a front end that reads slowly several are merged into one.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "fromRevision",
          "description": "The revision that the changes begin at.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        },
        {
          "name": "revision",
          "description": "The revision that the changes lead to.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        },
        {
          "name": "animatingDifferences",
          "description": "Whether the front end should animate.",
          "required": true,
          "schema": {
            "type": "boolean"
          }
        },
        {
          "name": "origin",
          "description": "The method that made the revision: `\"dataSource/create\"`, `\"dataSource/apply\"`, `\"dataSource/edit\"`, `\"dataSource/revert\"`, `\"dataSource/moveRow\"`, `\"dataSource/deleteRow\"`, `\"dataSource/setContent\"`, `\"dataSource/applySection\"`, `\"dataSource/editSection\"`, `\"dataSource/expandItem\"`, `\"dataSource/collapseItem\"`; or `\"merged\"`.",
          "required": true,
          "schema": {
            "type": "string"
          }
        },
        {
          "name": "changes",
          "description": "The changes, in the format that the option changeFormat says.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/AnyChanges"
          }
        },
        {
          "name": "reloadData",
          "description": "Instead of `changes`: draw everything anew.",
          "required": false,
          "schema": {
            "type": "boolean",
            "enum": [
              true
            ]
          }
        },
        {
          "name": "numberOfSections",
          "description": "The number of sections at `revision`.",
          "required": true,
          "schema": {
            "type": "integer",
            "minimum": 0
          }
        },
        {
          "name": "numberOfItems",
          "description": "The number of items at `revision`.",
          "required": true,
          "schema": {
            "type": "integer",
            "minimum": 0
          }
        },
        {
          "name": "defaultRowAnimation",
          "description": "The option of that name, if it is set.",
          "required": false,
          "schema": {
            "type": "string"
          }
        },
        {
          "name": "transaction",
          "description": "The row that the user has moved: `{item, from, to}`.",
          "required": false,
          "schema": {
            "description": "A row that was moved by dataSource/moveRow.",
            "type": "object",
            "required": [
              "item",
              "from",
              "to"
            ],
            "properties": {
              "item": {
                "$ref": "#/components/schemas/Identifier"
              },
              "from": {
                "$ref": "#/components/schemas/IndexPath"
              },
              "to": {
                "$ref": "#/components/schemas/IndexPath"
              }
            }
          }
        },
        {
          "name": "content",
          "description": "The new content of the list itself, when that was set or reverted.",
          "required": false,
          "schema": {
            "$ref": "#/components/schemas/Content"
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "serverToClient",
      "x-since": 1
    },
    {
      "name": "dataSource/didClose",
      "summary": "Says that a data source was closed.",
      "description": "It is sent after any `dataSource/didApply` that is still owed, and before the response to `dataSource/close`.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "serverToClient",
      "x-since": 1
    },
    {
      "name": "dataSource/willCollapseItem",
      "summary": "Says that the user is about to see an item close.",
      "description": "It comes before the `didApply` of a `dataSource/collapseItem` that closes something; no other method sends it.\nIt is left out while `didApply` notifications are merged.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "section",
          "description": "The section that the item is in.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "item",
          "description": "The item.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "indexPath",
          "description": "Where its row is.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "revision",
          "description": "The revision before: the one that `indexPath` is true of.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "serverToClient",
      "x-since": 1
    },
    {
      "name": "dataSource/willExpandItem",
      "summary": "Says that the user is about to see an item open.",
      "description": "It comes before the `didApply` of a `dataSource/expandItem` that opens something; no other method sends it.\nIt is left out when the reader is so far behind that `didApply` notifications are merged. So take it for a hint: a front end that loads children late does so at the latest when its own `expandItem` is answered.\nChildren that are there already are best added before, by one `dataSource/editSection` with `append` and `expand`: that is one revision and one animation.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "dataSource",
          "description": "The data source.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Name"
          }
        },
        {
          "name": "section",
          "description": "The section that the item is in.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "item",
          "description": "The item.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        {
          "name": "indexPath",
          "description": "Where its row is.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/IndexPath"
          }
        },
        {
          "name": "revision",
          "description": "The revision before: the one that `indexPath` is true of.",
          "required": true,
          "schema": {
            "$ref": "#/components/schemas/Revision"
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "serverToClient",
      "x-since": 1
    },
    {
      "name": "$/logTrace",
      "summary": "Tells what happens, for people who look for a mistake.",
      "description": "It is sent because of `$/setTrace`, or because of the option `logging` of a data source.\nWith `logging` there is one for each `dataSource/canMoveRow` and `dataSource/canEditRow`, for each `dataSource/moveRow` and `dataSource/deleteRow` that is refused, and for each apply. The message begins with the name of the data source in brackets.\nIt is sent before the answer that it speaks of.\nWhile a slow reader makes the daemon merge its notifications, none is sent.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "message",
          "description": "What happens, in English; it may change at any time.",
          "required": true,
          "schema": {
            "type": "string"
          }
        },
        {
          "name": "verbose",
          "description": "With `\"verbose\"`: the params of the request, as JSON text, cut after 64 KiB.",
          "required": false,
          "schema": {
            "type": "string"
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "serverToClient",
      "x-since": 1
    },
    {
      "name": "$/progress",
      "summary": "Tells how far a request is.",
      "description": "It is sent for requests that have `workDoneToken` among their params; it is as in LSP.\n`begin` comes before all else that the request brings about, `end` after it and before the response, also when the request is refused or cancelled.\nReports come only of work that takes some milliseconds, of an apply or of edits. `percentage` grows, is at most 99, and is told by counts, so the same request tells the same.\nWhile a slow reader makes the daemon merge its notifications, none is sent but the `end` of what has begun; what did not begin has no reports and no end.",
      "paramStructure": "by-name",
      "params": [
        {
          "name": "token",
          "description": "The `workDoneToken` of the request.",
          "required": true,
          "schema": {
            "type": [
              "string",
              "integer"
            ]
          }
        },
        {
          "name": "value",
          "description": "How far the request is.",
          "required": true,
          "schema": {
            "oneOf": [
              {
                "type": "object",
                "description": "The request begins.",
                "required": [
                  "kind",
                  "title",
                  "cancellable"
                ],
                "properties": {
                  "kind": {
                    "const": "begin"
                  },
                  "title": {
                    "type": "string",
                    "description": "The method."
                  },
                  "cancellable": {
                    "const": true
                  }
                }
              },
              {
                "type": "object",
                "description": "The request goes on.",
                "required": [
                  "kind",
                  "percentage"
                ],
                "properties": {
                  "kind": {
                    "const": "report"
                  },
                  "percentage": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 99
                  }
                }
              },
              {
                "type": "object",
                "description": "The request ends.",
                "required": [
                  "kind"
                ],
                "properties": {
                  "kind": {
                    "const": "end"
                  }
                }
              }
            ]
          }
        }
      ],
      "x-kind": "notification",
      "x-direction": "serverToClient",
      "x-since": 1
    }
  ],
  "components": {
    "schemas": {
      "Name": {
        "description": "The name of a data source or of a named snapshot, chosen by the client: 1 to limits.maxNameBytes bytes.",
        "type": "string",
        "minLength": 1
      },
      "Identifier": {
        "description": "The identity of an item or section: a string without U+0000 and lone surrogates, an integer of at most 2^53-1 in size, or a non-empty array of scalars.",
        "oneOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": -9007199254740991,
            "maximum": 9007199254740991
          },
          {
            "type": "array",
            "minItems": 1,
            "items": {
              "oneOf": [
                {
                  "type": "string"
                },
                {
                  "type": "integer",
                  "minimum": -9007199254740991,
                  "maximum": 9007199254740991
                },
                {
                  "type": "boolean"
                },
                {
                  "type": "null"
                }
              ]
            }
          }
        ]
      },
      "Content": {
        "description": "Any JSON value; opaque to the daemon."
      },
      "ItemWithContent": {
        "description": "An item with its content.",
        "type": "object",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "description": "The identifier of the item.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "content": {
            "description": "Absent: the item keeps the content that it has.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Content"
              }
            ]
          }
        }
      },
      "Item": {
        "description": "An item: its identifier, an object with identifier and content, or, where there is an identity, a model object.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/Identifier"
          },
          {
            "$ref": "#/components/schemas/ItemWithContent"
          },
          {
            "$ref": "#/components/schemas/ModelObject"
          }
        ]
      },
      "SectionWithContent": {
        "description": "A section with its content and items.",
        "type": "object",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "description": "The identifier of the section.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "content": {
            "description": "Absent: the section keeps the content that it has.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Content"
              }
            ]
          },
          "items": {
            "description": "The items, in order; absent means empty.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "Section": {
        "description": "A section: its identifier, or an object with identifier, content and items.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/Identifier"
          },
          {
            "$ref": "#/components/schemas/SectionWithContent"
          }
        ]
      },
      "SnapshotDocument": {
        "description": "A whole snapshot.",
        "type": "object",
        "required": [
          "sections"
        ],
        "properties": {
          "sections": {
            "description": "The sections, in order, with their items.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Section"
            }
          },
          "reloadedSections": {
            "description": "Sections that are marked for reload.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          },
          "reloadedItems": {
            "description": "Items that are marked for reload.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          },
          "reconfiguredItems": {
            "description": "Items that are marked for reconfigure.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        }
      },
      "IndexPath": {
        "description": "A position: section and item, zero-based.",
        "type": "array",
        "items": {
          "type": "integer"
        },
        "minItems": 2,
        "maxItems": 2
      },
      "Revision": {
        "description": "The number of applies that a data source has seen.",
        "type": "integer",
        "minimum": 0
      },
      "Target": {
        "description": "A data source or a named snapshot.",
        "type": "object",
        "properties": {
          "dataSource": {
            "$ref": "#/components/schemas/Name"
          },
          "snapshot": {
            "$ref": "#/components/schemas/Name"
          }
        },
        "oneOf": [
          {
            "required": [
              "dataSource"
            ]
          },
          {
            "required": [
              "snapshot"
            ]
          }
        ]
      },
      "Options": {
        "description": "Options of a data source; an unknown option is refused.",
        "type": "object",
        "properties": {
          "changeFormat": {
            "description": "The format of announced changes: `\"batch\"`, `\"sequential\"`, `\"staged\"`, or `\"none\"`, which announces that something changed but not what.",
            "type": "string",
            "enum": [
              "batch",
              "sequential",
              "staged",
              "none"
            ],
            "default": "batch"
          },
          "includeContent": {
            "description": "Whether inserted and updated items and sections carry their content in notifications.",
            "type": "boolean",
            "default": true
          },
          "contentChanges": {
            "description": "What unequal content under an equal identifier means.",
            "type": "string",
            "enum": [
              "reconfigure",
              "reload",
              "ignore"
            ],
            "default": "reconfigure"
          },
          "defaultRowAnimation": {
            "description": "A hint for the front end, passed through in every `didApply`; absent by default.",
            "type": "string"
          },
          "history": {
            "description": "How many revisions are kept for `dataSource/changes` and `dataSource/revert`; it can be set in `dataSource/create` only.",
            "type": "integer",
            "minimum": 0,
            "default": 64
          },
          "reordering": {
            "description": "Which rows the user may move.",
            "type": "object",
            "properties": {
              "allowed": {
                "type": "boolean",
                "default": false
              },
              "acrossSections": {
                "type": "boolean",
                "default": false
              },
              "sections": {
                "description": "What is said of some sections; of one that stands twice the last counts.",
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "section"
                  ],
                  "properties": {
                    "section": {
                      "$ref": "#/components/schemas/Identifier"
                    },
                    "allowed": {
                      "type": "boolean"
                    }
                  },
                  "additionalProperties": false
                }
              },
              "item": {
                "type": "string",
                "description": "A JSON Pointer (RFC 6901)."
              }
            },
            "additionalProperties": false
          },
          "editing": {
            "description": "Which rows the user may delete.",
            "type": "object",
            "properties": {
              "allowed": {
                "type": "boolean",
                "default": true
              },
              "sections": {
                "description": "What is said of some sections; of one that stands twice the last counts.",
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "section"
                  ],
                  "properties": {
                    "section": {
                      "$ref": "#/components/schemas/Identifier"
                    },
                    "allowed": {
                      "type": "boolean"
                    }
                  },
                  "additionalProperties": false
                }
              },
              "item": {
                "type": "string",
                "description": "A JSON Pointer (RFC 6901)."
              }
            },
            "additionalProperties": false
          },
          "cells": {
            "description": "Which kind of cell shows a row.",
            "type": "object",
            "properties": {
              "default": {
                "type": "string"
              },
              "sections": {
                "description": "What is said of some sections; of one that stands twice the last counts.",
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "section"
                  ],
                  "properties": {
                    "section": {
                      "$ref": "#/components/schemas/Identifier"
                    },
                    "cell": {
                      "type": "string"
                    }
                  },
                  "additionalProperties": false
                }
              }
            },
            "additionalProperties": false
          },
          "heights": {
            "description": "How high rows are, and how high they are expected to be.",
            "type": "object",
            "properties": {
              "default": {
                "oneOf": [
                  {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1000000
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "estimated": {
                "oneOf": [
                  {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1000000
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "sections": {
                "description": "What is said of some sections; of one that stands twice the last counts.",
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "section"
                  ],
                  "properties": {
                    "section": {
                      "$ref": "#/components/schemas/Identifier"
                    },
                    "height": {
                      "oneOf": [
                        {
                          "type": "number",
                          "minimum": 0,
                          "maximum": 1000000
                        },
                        {
                          "type": "null"
                        }
                      ]
                    },
                    "estimated": {
                      "oneOf": [
                        {
                          "type": "number",
                          "minimum": 0,
                          "maximum": 1000000
                        },
                        {
                          "type": "null"
                        }
                      ]
                    }
                  },
                  "additionalProperties": false
                }
              },
              "item": {
                "type": "string",
                "description": "A JSON Pointer (RFC 6901)."
              },
              "estimatedItem": {
                "type": "string",
                "description": "A JSON Pointer (RFC 6901)."
              }
            },
            "additionalProperties": false
          },
          "titles": {
            "description": "Where the titles of a section stand in its content.",
            "type": "object",
            "properties": {
              "header": {
                "type": "string",
                "description": "A JSON Pointer (RFC 6901)."
              },
              "footer": {
                "type": "string",
                "description": "A JSON Pointer (RFC 6901)."
              }
            },
            "additionalProperties": false
          },
          "indexTitles": {
            "description": "Where the title of a section in the index stands in its content: a JSON Pointer.",
            "type": "string"
          },
          "logging": {
            "description": "Whether `$/logTrace` tells of questions about rows, of refusals and of applies.",
            "type": "boolean",
            "default": false
          },
          "duplicates": {
            "description": "What repeats inside one document or edit mean: they are refused, or the first one counts, or the last.",
            "type": "string",
            "enum": [
              "error",
              "first",
              "last"
            ],
            "default": "error"
          },
          "identity": {
            "description": "How items that are given as model objects are identified; it can be set in `dataSource/create` only.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IdentityOptions"
              }
            ]
          }
        },
        "additionalProperties": false
      },
      "EditAppendSections": {
        "description": "Puts sections at the end, in the order of the list.",
        "type": "object",
        "required": [
          "op",
          "sections"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "appendSections"
            ]
          },
          "sections": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Section"
            }
          }
        }
      },
      "EditInsertSections": {
        "description": "Puts sections next to another one, in the order of the list.",
        "type": "object",
        "required": [
          "op",
          "sections"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "insertSections"
            ]
          },
          "sections": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Section"
            }
          },
          "beforeSection": {
            "$ref": "#/components/schemas/Identifier"
          },
          "afterSection": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        "oneOf": [
          {
            "required": [
              "beforeSection"
            ]
          },
          {
            "required": [
              "afterSection"
            ]
          }
        ]
      },
      "EditDeleteSections": {
        "description": "Deletes sections and their items.",
        "type": "object",
        "required": [
          "op",
          "sections"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "deleteSections"
            ]
          },
          "sections": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Section"
            }
          }
        }
      },
      "EditMoveSection": {
        "description": "Moves a section, with its items.",
        "type": "object",
        "required": [
          "op",
          "section"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "moveSection"
            ]
          },
          "section": {
            "$ref": "#/components/schemas/Identifier"
          },
          "beforeSection": {
            "$ref": "#/components/schemas/Identifier"
          },
          "afterSection": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        "oneOf": [
          {
            "required": [
              "beforeSection"
            ]
          },
          {
            "required": [
              "afterSection"
            ]
          }
        ]
      },
      "EditReloadSections": {
        "description": "Marks sections for reload.",
        "type": "object",
        "required": [
          "op",
          "sections"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "reloadSections"
            ]
          },
          "sections": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Section"
            }
          }
        }
      },
      "EditAppendItems": {
        "description": "Puts items at the end of a section; without toSection, of the last section.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "appendItems"
            ]
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          },
          "toSection": {
            "$ref": "#/components/schemas/Identifier"
          }
        }
      },
      "EditInsertItems": {
        "description": "Puts items next to another one, into its section.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "insertItems"
            ]
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          },
          "beforeItem": {
            "$ref": "#/components/schemas/Identifier"
          },
          "afterItem": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        "oneOf": [
          {
            "required": [
              "beforeItem"
            ]
          },
          {
            "required": [
              "afterItem"
            ]
          }
        ]
      },
      "EditDeleteItems": {
        "description": "Deletes items.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "deleteItems"
            ]
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "EditDeleteAllItems": {
        "description": "Deletes all items and all sections.",
        "type": "object",
        "required": [
          "op"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "deleteAllItems"
            ]
          }
        }
      },
      "EditMoveItem": {
        "description": "Moves an item next to another one, also into another section.",
        "type": "object",
        "required": [
          "op",
          "item"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "moveItem"
            ]
          },
          "item": {
            "$ref": "#/components/schemas/Identifier"
          },
          "beforeItem": {
            "$ref": "#/components/schemas/Identifier"
          },
          "afterItem": {
            "$ref": "#/components/schemas/Identifier"
          }
        },
        "oneOf": [
          {
            "required": [
              "beforeItem"
            ]
          },
          {
            "required": [
              "afterItem"
            ]
          }
        ]
      },
      "EditReloadItems": {
        "description": "Marks items for reload.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "reloadItems"
            ]
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "EditReconfigureItems": {
        "description": "Marks items for reconfigure.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "reconfigureItems"
            ]
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "Edit": {
        "description": "One edit; op says which.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/EditAppendSections"
          },
          {
            "$ref": "#/components/schemas/EditInsertSections"
          },
          {
            "$ref": "#/components/schemas/EditDeleteSections"
          },
          {
            "$ref": "#/components/schemas/EditMoveSection"
          },
          {
            "$ref": "#/components/schemas/EditReloadSections"
          },
          {
            "$ref": "#/components/schemas/EditAppendItems"
          },
          {
            "$ref": "#/components/schemas/EditInsertItems"
          },
          {
            "$ref": "#/components/schemas/EditDeleteItems"
          },
          {
            "$ref": "#/components/schemas/EditDeleteAllItems"
          },
          {
            "$ref": "#/components/schemas/EditMoveItem"
          },
          {
            "$ref": "#/components/schemas/EditReloadItems"
          },
          {
            "$ref": "#/components/schemas/EditReconfigureItems"
          },
          {
            "$ref": "#/components/schemas/EditMoveItems"
          },
          {
            "$ref": "#/components/schemas/EditReplaceItems"
          },
          {
            "$ref": "#/components/schemas/EditClearSections"
          },
          {
            "$ref": "#/components/schemas/EditSetItems"
          },
          {
            "$ref": "#/components/schemas/EditSetSections"
          },
          {
            "$ref": "#/components/schemas/EditSwapItems"
          },
          {
            "$ref": "#/components/schemas/EditReverseItems"
          },
          {
            "$ref": "#/components/schemas/EditShuffleItems"
          },
          {
            "$ref": "#/components/schemas/EditSortItems"
          }
        ]
      },
      "ElementCounts": {
        "description": "How many elements an apply touched, by kind of change.",
        "type": "object",
        "required": [
          "inserted",
          "deleted",
          "moved",
          "reloaded",
          "reconfigured"
        ],
        "properties": {
          "inserted": {
            "type": "integer",
            "minimum": 0
          },
          "deleted": {
            "type": "integer",
            "minimum": 0
          },
          "moved": {
            "type": "integer",
            "minimum": 0
          },
          "reloaded": {
            "type": "integer",
            "minimum": 0
          },
          "reconfigured": {
            "type": "integer",
            "minimum": 0
          }
        }
      },
      "Counts": {
        "description": "How many sections and items an apply touched.",
        "type": "object",
        "required": [
          "sections",
          "items"
        ],
        "properties": {
          "sections": {
            "description": "Counts of sections.",
            "allOf": [
              {
                "$ref": "#/components/schemas/ElementCounts"
              }
            ]
          },
          "items": {
            "description": "Counts of items; deleted counts also those that went with their section.",
            "allOf": [
              {
                "$ref": "#/components/schemas/ElementCounts"
              }
            ]
          }
        }
      },
      "Warning": {
        "description": "An edit was carried out in a way that is easily unintended.",
        "type": "object",
        "required": [
          "kind",
          "edit",
          "identifiers"
        ],
        "properties": {
          "kind": {
            "description": "The kind of warning.",
            "type": "string",
            "enum": [
              "existingItemsMoved"
            ]
          },
          "edit": {
            "description": "The index into the list of edits.",
            "type": "integer",
            "minimum": 0
          },
          "identifiers": {
            "description": "The items that were moved.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Identifier"
            }
          }
        }
      },
      "ApplyResult": {
        "description": "The result of every method that makes a revision by applying.",
        "type": "object",
        "required": [
          "revision",
          "counts",
          "numberOfSections",
          "numberOfItems",
          "warnings"
        ],
        "properties": {
          "revision": {
            "description": "The new revision.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Revision"
              }
            ]
          },
          "counts": {
            "description": "`{sections, items}`, each `{inserted, deleted, moved, reloaded, reconfigured}`.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Counts"
              }
            ]
          },
          "numberOfSections": {
            "description": "The number of sections of the new revision.",
            "type": "integer",
            "minimum": 0
          },
          "numberOfItems": {
            "description": "The number of items of the new revision.",
            "type": "integer",
            "minimum": 0
          },
          "warnings": {
            "description": "Warnings about the edits; often empty.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Warning"
            }
          }
        }
      },
      "SectionDelete": {
        "description": "A section that is gone, with its remaining items; coordinates before.",
        "type": "object",
        "required": [
          "at",
          "section"
        ],
        "properties": {
          "at": {
            "description": "The index of the section.",
            "type": "integer",
            "minimum": 0
          },
          "section": {
            "description": "The identifier of the section.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          }
        }
      },
      "SectionInsert": {
        "description": "A new section, born empty; coordinates after.",
        "type": "object",
        "required": [
          "at",
          "section"
        ],
        "properties": {
          "at": {
            "description": "The index of the section.",
            "type": "integer",
            "minimum": 0
          },
          "section": {
            "description": "The identifier of the section.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "content": {
            "description": "The content of the section, if it has any and the option includeContent is true.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Content"
              }
            ]
          }
        }
      },
      "SectionMove": {
        "description": "A section that moved, with its items.",
        "type": "object",
        "required": [
          "from",
          "to",
          "section"
        ],
        "properties": {
          "from": {
            "description": "The index before.",
            "type": "integer",
            "minimum": 0
          },
          "to": {
            "description": "The index after.",
            "type": "integer",
            "minimum": 0
          },
          "section": {
            "description": "The identifier of the section.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          }
        }
      },
      "SectionUpdate": {
        "description": "A section to be drawn again; coordinates after.",
        "type": "object",
        "required": [
          "at",
          "section"
        ],
        "properties": {
          "at": {
            "description": "The index of the section.",
            "type": "integer",
            "minimum": 0
          },
          "section": {
            "description": "The identifier of the section.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "content": {
            "description": "The content of the section, if it has any and the option includeContent is true.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Content"
              }
            ]
          }
        }
      },
      "ItemDeleteRun": {
        "description": "Neighbouring items that are gone; coordinates before.",
        "type": "object",
        "required": [
          "at",
          "count"
        ],
        "properties": {
          "at": {
            "description": "The position of the first one.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "count": {
            "description": "How many there are.",
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "ItemInsertRun": {
        "description": "Neighbouring items that are new; coordinates after.",
        "type": "object",
        "required": [
          "at",
          "items"
        ],
        "properties": {
          "at": {
            "description": "The position of the first one.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "items": {
            "description": "The items, with content if they have any and the option includeContent is true.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            },
            "minItems": 1
          }
        }
      },
      "ItemMoveRun": {
        "description": "Neighbouring items that moved together.",
        "type": "object",
        "required": [
          "from",
          "to",
          "count"
        ],
        "properties": {
          "from": {
            "description": "The position of the first one before.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "to": {
            "description": "The position of the first one after.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "count": {
            "description": "How many there are.",
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "ItemUpdateRun": {
        "description": "Neighbouring items to be drawn again; coordinates after.",
        "type": "object",
        "required": [
          "at",
          "items"
        ],
        "properties": {
          "at": {
            "description": "The position of the first one.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "items": {
            "description": "The items, with content if they have any and the option includeContent is true.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            },
            "minItems": 1
          }
        }
      },
      "SectionChanges": {
        "description": "The changes of sections.",
        "type": "object",
        "required": [
          "deletes",
          "inserts",
          "moves",
          "reloads",
          "reconfigures"
        ],
        "properties": {
          "deletes": {
            "description": "Ascending by position before.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionDelete"
            }
          },
          "inserts": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionInsert"
            }
          },
          "moves": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionMove"
            }
          },
          "reloads": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionUpdate"
            }
          },
          "reconfigures": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionUpdate"
            }
          }
        }
      },
      "ItemChanges": {
        "description": "The changes of items, in runs.",
        "type": "object",
        "required": [
          "deletes",
          "inserts",
          "moves",
          "reloads",
          "reconfigures"
        ],
        "properties": {
          "deletes": {
            "description": "Ascending by position before.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ItemDeleteRun"
            }
          },
          "inserts": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ItemInsertRun"
            }
          },
          "moves": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ItemMoveRun"
            }
          },
          "reloads": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ItemUpdateRun"
            }
          },
          "reconfigures": {
            "description": "Ascending by position after.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ItemUpdateRun"
            }
          }
        }
      },
      "Changes": {
        "description": "The difference of two snapshots, as one batch.",
        "type": "object",
        "required": [
          "sections",
          "items"
        ],
        "properties": {
          "sections": {
            "$ref": "#/components/schemas/SectionChanges"
          },
          "items": {
            "$ref": "#/components/schemas/ItemChanges"
          }
        }
      },
      "SectionElement": {
        "description": "A section as a step names it: its identifier, or an object with its content.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/Identifier"
          },
          {
            "type": "object",
            "required": [
              "id",
              "content"
            ],
            "properties": {
              "id": {
                "$ref": "#/components/schemas/Identifier"
              },
              "content": {
                "$ref": "#/components/schemas/Content"
              }
            }
          }
        ]
      },
      "StepDeleteItems": {
        "description": "Takes out a run of items.",
        "type": "object",
        "required": [
          "op",
          "at",
          "count"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "deleteItems"
            ]
          },
          "at": {
            "description": "The position of the first one.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "count": {
            "description": "How many there are.",
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "StepMoveSection": {
        "description": "Moves a section with its items.",
        "type": "object",
        "required": [
          "op",
          "from",
          "to"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "moveSection"
            ]
          },
          "from": {
            "description": "The index.",
            "type": "integer",
            "minimum": 0
          },
          "to": {
            "description": "The index that it comes to, counted after it was taken out.",
            "type": "integer",
            "minimum": 0
          }
        }
      },
      "StepInsertSections": {
        "description": "Puts in sections, each of them empty.",
        "type": "object",
        "required": [
          "op",
          "at",
          "sections"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "insertSections"
            ]
          },
          "at": {
            "description": "The index of the first one.",
            "type": "integer",
            "minimum": 0
          },
          "sections": {
            "description": "The sections, with content if they have any and the option includeContent is true.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionElement"
            },
            "minItems": 1
          }
        }
      },
      "StepMoveItems": {
        "description": "Moves a run of items.",
        "type": "object",
        "required": [
          "op",
          "from",
          "to",
          "count"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "moveItems"
            ]
          },
          "from": {
            "description": "The position of the first one.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "to": {
            "description": "The position that it comes to, counted after the run was taken out.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "count": {
            "description": "How many there are.",
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "StepDeleteSections": {
        "description": "Takes out sections with what is left in them.",
        "type": "object",
        "required": [
          "op",
          "at",
          "count"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "deleteSections"
            ]
          },
          "at": {
            "description": "The index of the first one.",
            "type": "integer",
            "minimum": 0
          },
          "count": {
            "description": "How many there are.",
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "StepInsertItems": {
        "description": "Puts in items.",
        "type": "object",
        "required": [
          "op",
          "at",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "insertItems"
            ]
          },
          "at": {
            "description": "The position of the first one.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "items": {
            "description": "The items, with content if they have any and the option includeContent is true.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            },
            "minItems": 1
          }
        }
      },
      "StepUpdateSections": {
        "description": "Draws sections again.",
        "type": "object",
        "required": [
          "op",
          "at",
          "sections"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "reloadSections",
              "reconfigureSections"
            ]
          },
          "at": {
            "description": "The index of the first one.",
            "type": "integer",
            "minimum": 0
          },
          "sections": {
            "description": "The sections, with content if they have any and the option includeContent is true.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SectionElement"
            },
            "minItems": 1
          }
        }
      },
      "StepUpdateItems": {
        "description": "Draws items again.",
        "type": "object",
        "required": [
          "op",
          "at",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "reloadItems",
              "reconfigureItems"
            ]
          },
          "at": {
            "description": "The position of the first one.",
            "allOf": [
              {
                "$ref": "#/components/schemas/IndexPath"
              }
            ]
          },
          "items": {
            "description": "The items, with content if they have any and the option includeContent is true.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            },
            "minItems": 1
          }
        }
      },
      "Step": {
        "description": "A change in the format sequential; it counts in the list that the step before it left.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/StepDeleteItems"
          },
          {
            "$ref": "#/components/schemas/StepMoveSection"
          },
          {
            "$ref": "#/components/schemas/StepInsertSections"
          },
          {
            "$ref": "#/components/schemas/StepMoveItems"
          },
          {
            "$ref": "#/components/schemas/StepDeleteSections"
          },
          {
            "$ref": "#/components/schemas/StepInsertItems"
          },
          {
            "$ref": "#/components/schemas/StepUpdateSections"
          },
          {
            "$ref": "#/components/schemas/StepUpdateItems"
          }
        ]
      },
      "AnyChanges": {
        "description": "The difference of two snapshots: a batch, a list of steps with the format sequential, a list of batches with the format staged.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/Changes"
          },
          {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Step"
            }
          },
          {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Changes"
            },
            "maxItems": 4
          }
        ]
      },
      "Limits": {
        "description": "The limits in force.",
        "type": "object",
        "required": [
          "maxMessageBytes",
          "maxHeaderBytes",
          "maxNestingDepth",
          "maxDataSources",
          "maxSnapshots",
          "maxItemsPerDataSource",
          "maxSectionsPerDataSource",
          "maxIdentifierBytes",
          "maxNameBytes",
          "historyRevisions",
          "historyBytes",
          "mergeAfterBytes",
          "maxQueuedBytes",
          "maxReadAheadBytes"
        ],
        "properties": {
          "maxMessageBytes": {
            "description": "Bytes of one message.",
            "type": "integer",
            "minimum": 0,
            "default": 268435456
          },
          "maxHeaderBytes": {
            "description": "Bytes of one header block.",
            "type": "integer",
            "minimum": 0,
            "default": 8192
          },
          "maxNestingDepth": {
            "description": "Levels of nesting in a message.",
            "type": "integer",
            "minimum": 0,
            "default": 256
          },
          "maxDataSources": {
            "description": "Data sources.",
            "type": "integer",
            "minimum": 0,
            "default": 4096
          },
          "maxSnapshots": {
            "description": "Named snapshots.",
            "type": "integer",
            "minimum": 0,
            "default": 4096
          },
          "maxItemsPerDataSource": {
            "description": "Items in a data source or named snapshot.",
            "type": "integer",
            "minimum": 0,
            "default": 16777216
          },
          "maxSectionsPerDataSource": {
            "description": "Sections in a data source or named snapshot.",
            "type": "integer",
            "minimum": 0,
            "default": 1048576
          },
          "maxIdentifierBytes": {
            "description": "Bytes of an identifier's shortest JSON text.",
            "type": "integer",
            "minimum": 0,
            "default": 4096
          },
          "maxNameBytes": {
            "description": "Bytes of the name of a data source or named snapshot.",
            "type": "integer",
            "minimum": 0,
            "default": 256
          },
          "historyRevisions": {
            "description": "Revisions that a data source remembers, unless its option history says otherwise.",
            "type": "integer",
            "minimum": 0,
            "default": 64
          },
          "historyBytes": {
            "description": "Bytes of history that a data source keeps.",
            "type": "integer",
            "minimum": 0,
            "default": 67108864
          },
          "mergeAfterBytes": {
            "description": "Bytes of waiting output after which didApplys are merged.",
            "type": "integer",
            "minimum": 0,
            "default": 1048576
          },
          "maxQueuedBytes": {
            "description": "Bytes of waiting output after which the daemon stops reading.",
            "type": "integer",
            "minimum": 0,
            "default": 67108864
          },
          "maxReadAheadBytes": {
            "description": "Bytes of input that are read ahead, at most, while a request runs.",
            "type": "integer",
            "minimum": 0,
            "default": 67108864
          }
        }
      },
      "Capabilities": {
        "description": "What this daemon can do; ask for features here.",
        "type": "object",
        "required": [
          "framings",
          "changeFormats"
        ],
        "properties": {
          "framings": {
            "description": "The framings.",
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "lines",
                "lsp"
              ]
            }
          },
          "changeFormats": {
            "description": "The values of the option changeFormat.",
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "additionalProperties": true
      },
      "ErrorData": {
        "description": "The data member of an error.",
        "type": "object",
        "required": [
          "kind"
        ],
        "properties": {
          "kind": {
            "description": "What went wrong; one for each code.",
            "type": "string",
            "enum": [
              "parseError",
              "invalidRequest",
              "methodNotFound",
              "invalidParams",
              "internalError",
              "serverNotInitialized",
              "requestCancelled",
              "unknownDataSource",
              "dataSourceExists",
              "unknownSnapshot",
              "snapshotExists",
              "unknownItem",
              "unknownSection",
              "duplicateIdentifier",
              "revisionMismatch",
              "revisionUnavailable",
              "invalidIdentifier",
              "invalidEdit",
              "limitExceeded",
              "moveNotAllowed",
              "editNotAllowed",
              "indexPathOutOfRange"
            ]
          },
          "member": {
            "description": "The member of `params` that is at fault, as a path such as `edits[3].items`.",
            "type": "string"
          },
          "edit": {
            "description": "The index into `edits` of the edit that was refused.",
            "type": "integer",
            "minimum": 0
          },
          "identifiers": {
            "description": "The items or sections that the error is about; with `invalidIdentifier` the value that is none.",
            "type": "array"
          },
          "section": {
            "description": "The section that is unknown.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "method": {
            "description": "The method that is unknown or was refused.",
            "type": "string"
          },
          "limit": {
            "description": "The name of the limit that would be exceeded.",
            "type": "string"
          },
          "value": {
            "description": "The value of that limit.",
            "type": "integer"
          },
          "dataSource": {
            "description": "The data source that is unknown or exists.",
            "type": "string"
          },
          "snapshot": {
            "description": "The named snapshot that is unknown or exists.",
            "type": "string"
          },
          "expected": {
            "description": "The revision that the request asked for.",
            "type": "integer",
            "minimum": 0
          },
          "oldest": {
            "description": "The oldest revision that is still in the history.",
            "type": "integer",
            "minimum": 0
          },
          "revision": {
            "description": "The current revision.",
            "type": "integer",
            "minimum": 0
          },
          "numberOfDuplicates": {
            "description": "How many identifiers stand more than once.",
            "type": "integer",
            "minimum": 1
          },
          "duplicates": {
            "description": "The first 100 of them: sections before items, each kind in the order in which they first stand.",
            "type": "array",
            "maxItems": 100,
            "items": {
              "type": "object",
              "required": [
                "identifier",
                "positions"
              ],
              "properties": {
                "identifier": {
                  "$ref": "#/components/schemas/Identifier"
                },
                "positions": {
                  "description": "The first 10 places where it stands, as paths in the params such as `edits[0].items[2]`.",
                  "type": "array",
                  "maxItems": 10,
                  "items": {
                    "type": "string"
                  }
                }
              }
            }
          }
        },
        "additionalProperties": true
      },
      "ModelObject": {
        "description": "An item as an object of the client's own model, where the data source or named snapshot has an identity: its identifier is found by that, and the whole object is its content. An object with the member id, and no other but content, is never one.",
        "type": "object"
      },
      "EditMoveItems": {
        "description": "Moves items into a section, in the order of the list.",
        "type": "object",
        "required": [
          "op",
          "items",
          "toSection"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "moveItems"
            ]
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          },
          "toSection": {
            "$ref": "#/components/schemas/Identifier"
          },
          "at": {
            "description": "Where in the section; an index counts when the moved items are taken out.",
            "oneOf": [
              {
                "type": "string",
                "enum": [
                  "start",
                  "end"
                ]
              },
              {
                "type": "integer",
                "minimum": 0
              }
            ],
            "default": "end"
          }
        }
      },
      "EditReplaceItems": {
        "description": "Gives a section these items, in the order of the list, instead of those that it has.",
        "type": "object",
        "required": [
          "op",
          "section",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "replaceItems"
            ]
          },
          "section": {
            "$ref": "#/components/schemas/Identifier"
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "EditClearSections": {
        "description": "Deletes the items of sections, which stay; without sections, of all.",
        "type": "object",
        "required": [
          "op"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "clearSections"
            ]
          },
          "sections": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Section"
            }
          }
        }
      },
      "EditSetItems": {
        "description": "Gives items new content.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "setItems"
            ]
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "EditSetSections": {
        "description": "Gives sections new content; their items stay.",
        "type": "object",
        "required": [
          "op",
          "sections"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "setSections"
            ]
          },
          "sections": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Section"
            }
          }
        }
      },
      "EditSwapItems": {
        "description": "Lets two items change places, also across sections.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "swapItems"
            ]
          },
          "items": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "EditReverseItems": {
        "description": "Turns the order of a section's items around; without section, of each section in itself.",
        "type": "object",
        "required": [
          "op"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "reverseItems"
            ]
          },
          "section": {
            "$ref": "#/components/schemas/Identifier"
          }
        }
      },
      "EditShuffleItems": {
        "description": "Puts a section's items into an order that depends on nothing but the seed and the order before; without section, those of each section in itself.",
        "type": "object",
        "required": [
          "op",
          "seed"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "shuffleItems"
            ]
          },
          "section": {
            "$ref": "#/components/schemas/Identifier"
          },
          "seed": {
            "description": "The seed; the same one gives the same order everywhere.",
            "type": "integer",
            "minimum": -9223372036854775808,
            "maximum": 9223372036854775807
          }
        }
      },
      "EditSortItems": {
        "description": "Sorts a section's items by values in their content; without section, those of each section in itself.",
        "type": "object",
        "required": [
          "op",
          "by"
        ],
        "properties": {
          "op": {
            "type": "string",
            "enum": [
              "sortItems"
            ]
          },
          "section": {
            "$ref": "#/components/schemas/Identifier"
          },
          "by": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SortKey"
            }
          }
        }
      },
      "SortKey": {
        "description": "A value in the content that items are sorted by; items without it come last.",
        "type": "object",
        "required": [
          "pointer"
        ],
        "properties": {
          "pointer": {
            "$ref": "#/components/schemas/Pointer"
          },
          "order": {
            "description": "Whether the least value comes first or the greatest.",
            "type": "string",
            "enum": [
              "ascending",
              "descending"
            ],
            "default": "ascending"
          }
        }
      },
      "Pointer": {
        "description": "A JSON Pointer (RFC 6901): empty for the whole value, or names and indexes each behind a slash.",
        "type": "string",
        "pattern": "^(/([^~]|~[01])*)*$"
      },
      "IdentityOptions": {
        "description": "How items that are given as model objects are identified.",
        "type": "object",
        "required": [
          "items"
        ],
        "properties": {
          "items": {
            "description": "Pointers into an item's model object: the identifier is the value at the only one, or the array of the values at several.",
            "type": "array",
            "minItems": 1,
            "items": {
              "$ref": "#/components/schemas/Pointer"
            }
          }
        },
        "additionalProperties": false
      },
      "OutlineItem": {
        "description": "An item of an outline: an identifier, an object with what hangs below the item, or a model object if the data source has the option identity.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/Identifier"
          },
          {
            "description": "An item with what hangs below it. With the option identity, id may be absent when content has the identifier.",
            "type": "object",
            "anyOf": [
              {
                "required": [
                  "id"
                ]
              },
              {
                "required": [
                  "content"
                ]
              }
            ],
            "properties": {
              "id": {
                "description": "Its identifier.",
                "allOf": [
                  {
                    "$ref": "#/components/schemas/Identifier"
                  }
                ]
              },
              "content": {
                "description": "Its content.",
                "allOf": [
                  {
                    "$ref": "#/components/schemas/Content"
                  }
                ]
              },
              "expanded": {
                "description": "Whether the items below it are shown when it is shown itself.",
                "type": "boolean",
                "default": false
              },
              "children": {
                "description": "The items below it, in order.",
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/OutlineItem"
                }
              }
            }
          },
          {
            "$ref": "#/components/schemas/ModelObject"
          }
        ]
      },
      "OutlineDocument": {
        "description": "The items of a section as a tree.",
        "type": "object",
        "required": [
          "items"
        ],
        "properties": {
          "items": {
            "description": "The items at the top, in order.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/OutlineItem"
            }
          }
        }
      },
      "OutlinePlace": {
        "description": "Where an item is in the tree of its section.",
        "type": "object",
        "required": [
          "level",
          "parent",
          "index",
          "expanded",
          "visible"
        ],
        "properties": {
          "level": {
            "description": "How many items it hangs below; 0 at the top.",
            "type": "integer",
            "minimum": 0
          },
          "parent": {
            "description": "The item that it hangs below, or null at the top.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              },
              {
                "type": "null"
              }
            ]
          },
          "index": {
            "description": "How many items stand before it in the whole tree, depth first, shown or not.",
            "type": "integer",
            "minimum": 0
          },
          "expanded": {
            "description": "Whether the items below it are shown when it is shown itself.",
            "type": "boolean"
          },
          "visible": {
            "description": "Whether it is shown: whether every item that it hangs below is open.",
            "type": "boolean"
          }
        }
      },
      "SectionEditAppend": {
        "description": "Adds items behind what hangs below an item, or behind all that stands at the top.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "append"
          },
          "items": {
            "description": "The items to add, in order; none of them may be in the section's tree.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          },
          "to": {
            "description": "The item below which they hang; absent: they stand at the top.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          }
        }
      },
      "SectionEditInsert": {
        "description": "Adds items on the level of another.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "insert"
          },
          "items": {
            "description": "The items to add, in order; none of them may be in the section's tree.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          },
          "before": {
            "description": "The item before which they stand.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "after": {
            "description": "The item after which they stand, and after all that hangs below it.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          }
        },
        "oneOf": [
          {
            "required": [
              "before"
            ]
          },
          {
            "required": [
              "after"
            ]
          }
        ]
      },
      "SectionEditDelete": {
        "description": "Takes items out with all that hangs below them.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "delete"
          },
          "items": {
            "description": "The items; each must be in the section's tree.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "SectionEditDeleteAll": {
        "description": "Takes all items of the section out, shown or not.",
        "type": "object",
        "required": [
          "op"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "deleteAll"
          }
        }
      },
      "SectionEditExpand": {
        "description": "Opens items.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "expand"
          },
          "items": {
            "description": "The items; those that are not in the section's tree are ignored.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "SectionEditCollapse": {
        "description": "Closes items.",
        "type": "object",
        "required": [
          "op",
          "items"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "collapse"
          },
          "items": {
            "description": "The items; those that are not in the section's tree are ignored.",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Item"
            }
          }
        }
      },
      "SectionEditReplaceChildren": {
        "description": "Replaces what hangs below an item.",
        "type": "object",
        "required": [
          "op",
          "of",
          "with"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "replaceChildren"
          },
          "of": {
            "description": "The item.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "with": {
            "description": "What is to hang below it.",
            "allOf": [
              {
                "$ref": "#/components/schemas/OutlineDocument"
              }
            ]
          }
        }
      },
      "SectionEditInsertSnapshot": {
        "description": "Adds a whole tree on the level of an item.",
        "type": "object",
        "required": [
          "op",
          "snapshot"
        ],
        "properties": {
          "op": {
            "description": "The kind of the edit.",
            "const": "insertSnapshot"
          },
          "snapshot": {
            "description": "The tree to add.",
            "allOf": [
              {
                "$ref": "#/components/schemas/OutlineDocument"
              }
            ]
          },
          "before": {
            "description": "The item before which they stand.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          },
          "after": {
            "description": "The item after which they stand, and after all that hangs below it.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Identifier"
              }
            ]
          }
        },
        "oneOf": [
          {
            "required": [
              "before"
            ]
          },
          {
            "required": [
              "after"
            ]
          }
        ]
      },
      "SectionEdit": {
        "description": "One edit of the tree of a section; op says which.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/SectionEditAppend"
          },
          {
            "$ref": "#/components/schemas/SectionEditInsert"
          },
          {
            "$ref": "#/components/schemas/SectionEditDelete"
          },
          {
            "$ref": "#/components/schemas/SectionEditDeleteAll"
          },
          {
            "$ref": "#/components/schemas/SectionEditExpand"
          },
          {
            "$ref": "#/components/schemas/SectionEditCollapse"
          },
          {
            "$ref": "#/components/schemas/SectionEditReplaceChildren"
          },
          {
            "$ref": "#/components/schemas/SectionEditInsertSnapshot"
          }
        ]
      }
    },
    "errors": {
      "parseError": {
        "code": -32700,
        "message": "The message is not JSON, is not UTF-8, is nested too deeply, or its header block is broken.",
        "data": {
          "kind": "parseError"
        }
      },
      "invalidRequest": {
        "code": -32600,
        "message": "The message is JSON but no request, or the request does not fit the phase of the lifecycle: a second initialize, a request after shutdown, a lifecycle method inside a batch.",
        "data": {
          "kind": "invalidRequest"
        }
      },
      "methodNotFound": {
        "code": -32601,
        "message": "There is no such method.",
        "data": {
          "kind": "methodNotFound"
        }
      },
      "invalidParams": {
        "code": -32602,
        "message": "A member of params is missing or has the wrong type, params is an array, an op or an option is unknown.",
        "data": {
          "kind": "invalidParams"
        }
      },
      "internalError": {
        "code": -32603,
        "message": "The daemon found a fault of its own.",
        "data": {
          "kind": "internalError"
        }
      },
      "serverNotInitialized": {
        "code": -32002,
        "message": "A request came before initialize.",
        "data": {
          "kind": "serverNotInitialized"
        }
      },
      "requestCancelled": {
        "code": -32800,
        "message": "The request was cancelled.",
        "data": {
          "kind": "requestCancelled"
        }
      },
      "unknownDataSource": {
        "code": 1001,
        "message": "There is no data source of that name.",
        "data": {
          "kind": "unknownDataSource"
        }
      },
      "dataSourceExists": {
        "code": 1002,
        "message": "A data source of that name exists.",
        "data": {
          "kind": "dataSourceExists"
        }
      },
      "unknownSnapshot": {
        "code": 1003,
        "message": "There is no named snapshot of that name.",
        "data": {
          "kind": "unknownSnapshot"
        }
      },
      "snapshotExists": {
        "code": 1004,
        "message": "A named snapshot of that name exists.",
        "data": {
          "kind": "snapshotExists"
        }
      },
      "unknownItem": {
        "code": 1005,
        "message": "An edit or a list of marks names an item that is not in the snapshot.",
        "data": {
          "kind": "unknownItem"
        }
      },
      "unknownSection": {
        "code": 1006,
        "message": "An edit, a list of marks or inSection names a section that is not in the snapshot.",
        "data": {
          "kind": "unknownSection"
        }
      },
      "duplicateIdentifier": {
        "code": 1007,
        "message": "An identifier stands twice in a list that places elements, or a section is added that exists.",
        "data": {
          "kind": "duplicateIdentifier"
        }
      },
      "revisionMismatch": {
        "code": 1008,
        "message": "ifRevision or atRevision is not the current revision; data has expected and the current revision.",
        "data": {
          "kind": "revisionMismatch"
        }
      },
      "revisionUnavailable": {
        "code": 1009,
        "message": "The revision is no longer in the history; data has the oldest that is, and the current revision.",
        "data": {
          "kind": "revisionUnavailable"
        }
      },
      "invalidIdentifier": {
        "code": 1010,
        "message": "A value that should be an identifier is none.",
        "data": {
          "kind": "invalidIdentifier"
        }
      },
      "invalidEdit": {
        "code": 1011,
        "message": "The edit has the right shape but no meaning here: there is no section to append to, or something is placed relative to itself.",
        "data": {
          "kind": "invalidEdit"
        }
      },
      "limitExceeded": {
        "code": 1013,
        "message": "A limit would be exceeded; data.limit names it.",
        "data": {
          "kind": "limitExceeded"
        }
      },
      "moveNotAllowed": {
        "code": 1012,
        "message": "The row may not be moved, or not to another section; data.revision is the revision to snap back to.",
        "data": {
          "kind": "moveNotAllowed"
        }
      },
      "editNotAllowed": {
        "code": 1012,
        "message": "The row may not be deleted; data.revision is the revision to snap back to.",
        "data": {
          "kind": "editNotAllowed"
        }
      },
      "indexPathOutOfRange": {
        "code": 1014,
        "message": "There is no such row or place; data.member says which.",
        "data": {
          "kind": "indexPathOutOfRange"
        }
      }
    }
  }
}
"""#
}
