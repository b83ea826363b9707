local Connection = require("diffabled.connection")
local json = require("diffabled.json")

--- A daemon that does nothing by itself: the test reads what it was sent and says what it answers.
local Stub = {}
Stub.__index = Stub

--- What it answers to `initialize`; see ../../vectors/README.md.
local INFO = [[{"serverInfo":{"name":"diffabled","version":"0"},"protocolVersion":1,
  "capabilities":{"framings":["lines"],"changeFormats":["batch"],"features":["strict","outlines","tag"],"views":{}},
  "limits":{}}]]

function Stub.new(info)
  local self = setmetatable({
    info = info or json.decode(INFO),
    sent = {}, -- requests that were not expected yet
    open = {}, -- those that were and are not answered
    notifications = {},
    restarts = {},
  }, Stub)
  self.connection = Connection.new(function(receive, ended)
    self.receive, self.ended = receive, ended
    return {
      send = function(text)
        self:take(json.decode(text))
      end,
      kill = function()
        ended("The stub was killed.")
      end,
      close = function()
        ended("The stub was closed.")
        return 0
      end,
    }
  end, {
    later = function(call, milliseconds)
      table.insert(self.restarts, { call = call, delay = milliseconds })
    end,
  })
  return self
end

function Stub:take(message)
  if message.id == nil then
    table.insert(self.notifications, message)
  elseif message.method == "initialize" then
    self:say({ id = message.id, result = self.info })
  else
    table.insert(self.sent, message)
  end
end

function Stub:say(message)
  self.receive(json.encode(vim.tbl_extend("error", { jsonrpc = "2.0" }, message)))
end

--- Takes the next request, which counts as expected.
function Stub:expect()
  local request = table.remove(self.sent, 1)
  table.insert(self.open, request)
  return request and { method = request.method, params = request.params }
end

function Stub:tell(method, params)
  self:say({ method = method, params = params })
  self.connection:pump()
end

--- Answers the oldest request that was expected.
function Stub:answer(body)
  self:say(vim.tbl_extend("error", { id = table.remove(self.open, 1).id }, body))
  self.connection:pump()
end

function Stub:lose()
  self.sent, self.open = {}, {}
  self.ended("The stub has ended.")
  self.connection:pump()
end

function Stub:restart()
  table.remove(self.restarts, 1).call()
  self.connection:pump()
end

--- A started connection with an empty list.
function Stub.opened(name)
  local stub = Stub.new()
  stub.connection:start()
  local list
  stub.connection:open(name or "list", {}, function(_, opened)
    list = opened
  end)
  stub:expect()
  stub:answer({ result = { revision = 0 } })
  return stub, list
end

return Stub
