local Conversation = require("diffabled.conversation")
local Handlers = require("diffabled.handlers")
local List = require("diffabled.list")
local Restarts = require("diffabled.restarts")
local errors = require("diffabled.errors")

--- A conversation with a daemon. `require("diffabled").connect` makes one.
local Connection = setmetatable({}, Conversation)
Connection.__index = Connection

local PROTOCOL_VERSION = 1
local CLIENT = { name = "diffabled-neovim", version = "0.1.0" }
local CAPABILITIES = { general = { positionEncodings = { "utf-8" } } } -- as Neovim counts columns
local GREETING, PATIENCE = 30000, 2000 -- milliseconds for the answers to `initialize` and `shutdown`

--- Why a daemon is of no use, if it is.
local function flaw_of(info)
  local version, formats = info.protocolVersion, info.capabilities.changeFormats or {}
  if version ~= PROTOCOL_VERSION then
    local words = "The daemon speaks version %s of the protocol, this library version %d."
    return errors.new("UnsupportedServer", words:format(version, PROTOCOL_VERSION))
  elseif not vim.tbl_contains(formats, "batch") then
    return errors.new("UnsupportedServer", "The daemon does not have the change format batch.")
  end
end

---@param open fun(receive: fun(line: string), ended: fun(reason: string)): table
---  makes a transport with `send`, `kill` and `close`
---@param options? { restart?: boolean, later?: fun(call: function, milliseconds: integer) }
function Connection.new(open, options)
  options = options or {}
  local self = setmetatable(Conversation.new(), Connection)
  self.info = nil -- the answer to `initialize`
  self.lists = {} -- those that follow this connection, in the order in which they were opened
  self.open_transport = open
  self.restarts = options.restart ~= false and Restarts.new() or nil
  self.later = options.later or vim.defer_fn
  self.notified, self.lost, self.restarted = Handlers.new(), Handlers.new(), Handlers.new()
  return self
end

-- Beginning and end --------------------------------------------------------------------------

--- Starts the daemon and opens the session. Raises `ServerNotFound`, `UnsupportedServer`.
function Connection:start()
  self:open_daemon()
  local fine, failure = pcall(self.finish, self, nil, GREETING, function(done)
    self:greet(done)
  end)
  if not fine then
    self:abandon()
    error(failure, 0)
  end
  return self
end

function Connection:open_daemon()
  local transport
  local function ended(reason)
    -- From now on nothing is sent; what came before is handled first.
    if self.transport == transport then
      self.transport = nil
    end
    self:put({ ended = reason })
  end
  transport = self.open_transport(function(line)
    self:put(line)
  end, ended)
  self.transport = transport
end

---@param done fun(error: table?)
function Connection:greet(done)
  local greeting = { processId = vim.fn.getpid(), clientInfo = CLIENT, capabilities = CAPABILITIES }
  self:ask("initialize", greeting, function(info, failed)
    failed = failed or flaw_of(info)
    if failed then
      return done(failed)
    end
    self.info, self.is_ready = info, true
    self:notify("initialized")
    done()
  end, self.is_handling)
end

function Connection:hear(method, params)
  local list = params.dataSource and self:list(params.dataSource)
  if list and method == "dataSource/didApply" then
    list:follow(params)
  elseif list and method == "dataSource/didClose" then
    list:forget()
  end
  self.notified:tell(method, params)
end

function Connection:lose(reason)
  local was_ready = self.is_ready
  self.is_ready = false
  for _, list in ipairs(self.lists) do
    list:lose()
  end
  self:fail(reason)
  if self.is_closing or not self.info then
    return
  elseif was_ready then
    self.lost:tell(errors.new("ConnectionLost", reason))
  end
  self:start_again(reason)
end

function Connection:start_again(reason)
  local delay = self.restarts and self.restarts:next_delay()
  if not delay then
    return self:give_up(reason)
  end
  self.later(function()
    if self.is_closing then
      return
    end
    local fine, failure = pcall(self.open_daemon, self)
    if not fine then
      return self:start_again(tostring(failure))
    end
    self:greet(function(failed)
      if not failed then
        self:restore()
      elseif not errors.is(failed, "ConnectionLost") then
        self:abandon()
        self:give_up(failed.message)
      end
    end)
  end, delay)
end

--- Ends a daemon that is of no use.
function Connection:abandon()
  self.is_closing = true
  if self.transport then
    self.transport.kill()
  end
end

function Connection:give_up(reason)
  local words = reason .. " Nobody tries any more to start it again."
  local failed = errors.new("ConnectionLost", words, { final = true })
  if self.lost[1] then
    self.lost:tell(failed)
  else
    errors.report(failed)
  end
end

--- Makes the lists again, in the order in which they were opened.
function Connection:restore()
  local left = #self.lists + 1
  local function done()
    left = left - 1
    if left == 0 and self.is_ready then
      self.restarted:tell()
    end
  end
  for _, list in ipairs(vim.list_slice(self.lists)) do
    list:restore(done)
  end
  done()
end

--- Ends the daemon, in good order if it lets itself; its exit code.
function Connection:close()
  if self.is_ready then
    self.is_closing = true
    if pcall(self.request, self, "shutdown", {}, PATIENCE) then
      self:notify("exit")
    end
  end
  self.is_closing, self.is_ready = true, false
  local code = self.transport and self.transport.close()
  self:pump()
  return code
end

-- Lists --------------------------------------------------------------------------------------

--- The list of this name that follows the connection.
function Connection:list(name)
  for _, list in ipairs(self.lists) do
    if list.name == name then
      return list
    end
  end
end

function Connection:remove(list)
  self.lists = vim.tbl_filter(function(other)
    return other ~= list
  end, self.lists)
end

--- Makes a data source and the list that follows it. With `headers`, sections too are entries of
--- the list and of what it tells. With `callback(error, list)` it does not wait.
---@param how? { document?: table, options?: table, headers?: boolean }
function Connection:open(name, how, callback)
  how = how or {}
  return self:make(name, { options = how.options }, { snapshot = how.document }, how.headers, callback)
end

--- Makes a live view of another data source and the list that follows it.
---@param view table its definition
---@param how? { options?: table, headers?: boolean }
function Connection:open_view(name, view, how, callback)
  how = how or {}
  if not self.info.capabilities.views then
    error(errors.new("UnsupportedServer", "The daemon has no live views."), 0)
  end
  return self:make(name, { options = how.options, view = view }, {}, how.headers, callback)
end

function Connection:make(name, creation, more, headers, callback)
  if self:list(name) then
    error(("This connection has a list %q already."):format(name), 0)
  end
  local list = List.new(name, self, creation, headers)
  local params = vim.tbl_extend("error", { dataSource = name }, creation, more)
  table.insert(self.lists, list)
  return self:opening(list, callback, function(done)
    self:ask("dataSource/create", params, function(_, failed)
      done(failed)
    end, self.is_handling)
  end)
end

--- Follows a data source that exists; the list of that name, also if this connection made it.
---@param how? { headers?: boolean }
function Connection:attach(name, how, callback)
  local known = self:list(name)
  if known then
    return self:finish(callback, nil, function(done)
      if known.opened then
        table.insert(known.opened, done)
      else
        done(nil, known)
      end
    end)
  end
  local list = List.new(name, self, nil, (how or {}).headers)
  table.insert(self.lists, list)
  return self:opening(list, callback, function(done)
    list:attach(done, self.is_handling)
  end)
end

--- Waits until a list is there for the first time, with all who want it meanwhile.
function Connection:opening(list, callback, begin)
  list.opened = {}
  return self:finish(callback, nil, function(done)
    table.insert(list.opened, done)
    local fine, failure = pcall(begin, function(failed)
      local waiting = list.opened
      list.opened = nil
      if failed then
        self:remove(list)
      end
      for _, call in ipairs(waiting) do
        call(failed, list)
      end
    end)
    local function give_up()
      self:remove(list)
    end
    if not fine then
      give_up()
      error(failure, 0)
    end
    return give_up
  end)
end

-- Listening ----------------------------------------------------------------------------------

--- Calls `handler(method, params)` with each notification, after the lists followed it.
---@return function stop
function Connection:on_notification(handler)
  return self.notified:add(handler)
end

--- Calls `handler(error)` when the daemon has ended, and, with `error.final`, when it is given up.
---@return function stop
function Connection:on_lost(handler)
  return self.lost:add(handler)
end

--- Calls `handler()` when there is a daemon again and the lists are right.
---@return function stop
function Connection:on_restart(handler)
  return self.restarted:add(handler)
end

return Connection
