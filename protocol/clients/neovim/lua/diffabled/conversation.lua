local errors = require("diffabled.errors")
local json = require("diffabled.json")

--- Requests, their answers, and notifications, in the order in which they come.
---
--- `hear(method, params)` and `lose(reason)` are told what came, by those who make one.
local Conversation = {}
Conversation.__index = Conversation

local FOREVER = 2 ^ 31 - 1

function Conversation.new()
  return {
    transport = nil, -- with `send`, `kill` and `close`; none while there is no daemon
    is_ready = false, -- whether the session is open
    is_handling = false,
    last_id = 0,
    asked = {}, -- requests that are not answered, by their ids
    queue = {},
    head = 1, -- the first in the queue
    tail = 0, -- the last one
    seen = 0, -- the last one that was looked at for who waits in a handler
  }
end

-- What comes ---------------------------------------------------------------------------------

--- Queues what came, and asks Neovim once to have it handled.
function Conversation:put(message)
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
function Conversation:pump()
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

function Conversation:pump_inside()
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
function Conversation:parse(came)
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

function Conversation:handle(came)
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

function Conversation:answer(message)
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
function Conversation:fail(reason, only_inside)
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
function Conversation:ask(method, params, answer, inside)
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
function Conversation:call(method, params, callback)
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
function Conversation:request(method, params, timeout)
  return self:finish(nil, timeout, function(done)
    return self:call(method, params, done)
  end)
end

--- Has `callback` take the outcome of what `begin` begins, or waits for it.
function Conversation:finish(callback, timeout, begin)
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
function Conversation:notify(method, params)
  if self.transport then
    self.transport.send(json.encode({ jsonrpc = "2.0", method = method, params = params or vim.empty_dict() }))
  end
end

return Conversation
