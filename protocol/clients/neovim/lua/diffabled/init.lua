--- Lists that are always what the daemon has, and buffers that show them.
---
--- What waits (`request`, `open`, `edit`, …) waits in Neovim's own loop, so that messages are
--- handled meanwhile; handlers are called there too, never in luv's callbacks.
local Connection = require("diffabled.connection")
local View = require("diffabled.view")
local server = require("diffabled.server")

local M = {}

--- Starts a daemon. `server` is its executable, else it is looked for; `restart` says whether it
--- is started again when it ends, which it is by default.
---@param options? { server?: string, arguments?: string[], restart?: boolean }
function M.connect(options)
  options = options or {}
  local executable = server.find(options.server)
  return Connection.new(function(receive, ended)
    return server.start(executable, options.arguments or {}, receive, ended)
  end, { restart = options.restart }):start()
end

--- Shows a list in a buffer, a line for each entry.
M.view = View.new

return M
