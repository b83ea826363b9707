local Handlers = require("diffabled.handlers")
local List = require("diffabled.list")
local errors = require("diffabled.errors")
local json = require("diffabled.json")

--- A conversation with a daemon. `require("diffabled").connect` makes one.
local Connection = {}
Connection.__index = Connection

local uv = vim.uv or vim.loop

local PROTOCOL_VERSION = 1
local CLIENT = { name = "diffabled-neovim", version = "0.1.0" }
local CAPABILITIES = { general = { positionEncodings = { "utf-8" } } } -- as Neovim counts columns
-- The waits in milliseconds before a daemon that has ended is started again, and the time within
-- which these are all.
local RESTARTS = { delays = { 0, 1000, 2000 }, within = 60000 }
local GREETING, PATIENCE = 30000, 2000 -- milliseconds for the answers to `initialize` and `shutdown`
local FOREVER = 2 ^ 31 - 1

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
  return setmetatable({
    info = nil, -- the answer to `initialize`
    lists = {}, -- those that follow this connection, in the order in which they were opened
    open_transport = open,
    restart = options.restart ~= false,
    later = options.later or vim.defer_fn,
    restarts = {},
    last_id = 0,
    asked = {},
    queue = {},
    head = 1, -- the first in the queue
    tail = 0, -- the last one
    seen = 0, -- the last one that was looked at for who waits in a handler
    notified = Handlers.new(),
    lost = Handlers.new(),
    restarted = Handlers.new(),
  }, Connection)
end

-- What comes ---------------------------------------------------------------------------------

--- Queues what came, and asks Neovim once to have it handled.
function Connection:put(message)
  self.tail = self.tail + 1
  self.queue[self.tail] = message
  if not self.is_scheduled then
    self.is_scheduled = true
    vim.schedule(function()
      self.is_scheduled = false
      self:pump()
    end)
  end
end

--- Handles all that has come. While a handler runs, only the answers that it may be waiting for:
--- what is told comes in its order, when the handler has returned.
function Connection:pump()
  if self.is_handling then
    return self:pump_inside()
  end
  while self.head <= self.tail do
    local message = self.queue[self.head]
    self.queue[self.head] = nil
    self.head = self.head + 1
    self.is_handling = true
    local fine, failure = pcall(self.handle, self, message)
    self.is_handling = false
    if not fine then
      errors.report(failure)
    end
  end
end

function Connection:pump_inside()
  self.seen = math.max(self.seen, self.head - 1)
  while self.seen < self.tail do
    self.seen = self.seen + 1
    local message = self:parse(self.queue[self.seen])
    local asked = message.id and self.asked[message.id]
    if message.ended then
      self:fail(message.ended, true)
    elseif asked and asked.inside then
      self.queue[self.seen] = { is_done = true }
      self:answer(message)
    else
      self.queue[self.seen] = message
    end
  end
end

--- A line of the daemon as a message.
function Connection:parse(came)
  if type(came) == "table" then
    return came
  end
  local fine, message = pcall(json.decode, came)
  if fine and type(message) == "table" then
    return message
  end
  errors.report("The daemon sent what is no message, and is killed: " .. came:sub(1, 200))
  if self.transport then
    self.transport.kill()
  end
  return { is_done = true }
end

function Connection:handle(came)
  local message = self:parse(came)
  if message.ended then
    self:lose(message.ended)
  elseif message.method then
    self:hear(message.method, message.params or {})
  elseif message.id == vim.NIL then
    errors.report("The daemon could not read what was sent: " .. message.error.message)
  elseif not message.is_done then
    self:answer(message)
  end
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

function Connection:answer(message)
  local asked = self.asked[message.id]
  if not asked then
    return -- It was given up.
  end
  self.asked[message.id] = nil
  local failed = message.error and errors.request_failed(asked.method, message.error)
  local fine, failure = pcall(asked.answer, message.result, failed)
  if not fine then
    errors.report(failure)
  end
end

--- Answers requests that have no answer any more: all, or those that handlers have made.
function Connection:fail(reason, only_inside)
  local ids = vim.tbl_keys(self.asked)
  table.sort(ids)
  for _, id in ipairs(ids) do
    local asked = self.asked[id]
    if asked.inside or not only_inside then
      self.asked[id] = nil
      asked.answer(nil, errors.new("ConnectionLost", reason))
    end
  end
end

-- What is sent -------------------------------------------------------------------------------

--- Sends a request whose answer is taken in its order: what came before it has been handled, and
--- nothing that came behind it. `inside` says that a handler may be waiting for it.
---@param answer fun(result: any, error: table?)
---@return integer id
function Connection:ask(method, params, answer, inside)
  local id = self.last_id + 1
  local members = next(params or {}) ~= nil and params or vim.empty_dict()
  local text = json.encode({ jsonrpc = "2.0", id = id, method = method, params = members })
  self.last_id = id
  if not self.transport or not (self.is_ready or method == "initialize") then
    vim.schedule(function()
      answer(nil, errors.new("ConnectionLost", ("There is no daemon; %s was not sent."):format(method)))
    end)
    return id
  end
  self.asked[id] = { method = method, answer = answer, inside = inside }
  self.transport.send(text)
  return id
end

--- Sends a request. `callback(error, result)` is called when everything that came before the
--- answer has been handled: lists are at the revision that it names, or later.
---@param callback? fun(error: table?, result: any) without it a refusal is reported
---@return function give_up
function Connection:call(method, params, callback)
  local id = self:ask(method, params, function(result, failed)
    if callback then
      callback(failed, result)
    elseif failed then
      errors.report(failed)
    end
  end, self.is_handling)
  return function()
    if self.asked[id] then
      self.asked[id] = nil
      self:notify("$/cancelRequest", { id = id })
    end
  end
end

--- Sends a request and waits for its result; meanwhile messages are handled, and Neovim goes on.
--- Raises `RequestFailed`, `ConnectionLost`, or `GivenUp` after `timeout` milliseconds or Ctrl-C.
function Connection:request(method, params, timeout)
  return self:finish(nil, timeout, function(done)
    return self:call(method, params, done)
  end)
end

--- Has `callback` take the outcome of what `begin` begins, or waits for it.
function Connection:finish(callback, timeout, begin)
  if callback then
    return begin(callback)
  elseif vim.in_fast_event() then
    error("What waits cannot be called in a callback of luv; give it a callback.", 0)
  end
  local outcome
  local give_up = begin(function(...)
    outcome = { ... }
  end)
  local _, why = vim.wait(timeout or FOREVER, function()
    self:pump()
    return outcome ~= nil
  end, 1)
  if not outcome then
    if give_up then
      give_up()
    end
    local reason = why == -2 and "It was interrupted." or ("There was no answer within %d ms."):format(timeout)
    error(errors.new("GivenUp", reason), 0)
  elseif outcome[1] then
    error(outcome[1], 0)
  end
  return outcome[2]
end

--- Sends a notification, which has no answer.
function Connection:notify(method, params)
  if self.transport then
    self.transport.send(json.encode({ jsonrpc = "2.0", method = method, params = params or vim.empty_dict() }))
  end
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
  local now = uv.now()
  self.restarts = vim.tbl_filter(function(time)
    return now - time < RESTARTS.within
  end, self.restarts)
  local delay = self.restart and RESTARTS.delays[#self.restarts + 1]
  if not delay then
    return self:give_up(reason)
  end
  table.insert(self.restarts, now)
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
