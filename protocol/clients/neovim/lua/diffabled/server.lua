--- The daemon as a child process: finding it, starting it, and lines in both directions.
local errors = require("diffabled.errors")

local uv = vim.uv or vim.loop
local M = {}

local BUILT = { ".build/release/diffabled", ".build/debug/diffabled" }
local PATIENCE = 2000 -- milliseconds for an orderly end
local LIBRARY = debug.getinfo(1, "S").source:sub(2)

local function is_executable(path)
  local found = uv.fs_stat(path)
  return found ~= nil and found.type == "file" and uv.fs_access(path, "X") == true
end

local function find_checkout()
  local folder = uv.fs_realpath(LIBRARY)
  while folder and folder ~= "/" do
    folder = vim.fn.fnamemodify(folder, ":h")
    if uv.fs_stat(folder .. "/Package.swift") and uv.fs_stat(folder .. "/protocol") then
      return folder
    end
  end
end

--- The daemon's executable: `server`, $DIFFABLED, the one on PATH, or one built in a checkout.
--- The first two are final: what they name must be there. Raises `ServerNotFound`.
---@param server? string
---@return string
function M.find(server)
  local given = { { 'The setting "server"', server }, { "$DIFFABLED", uv.os_getenv("DIFFABLED") } }
  for _, place in ipairs(given) do
    local name, path = unpack(place)
    if path and path ~= "" then
      if is_executable(path) then
        return path
      end
      error(errors.new("ServerNotFound", ("%s is %s, and no executable file is there."):format(name, path)), 0)
    end
  end
  local on_path = vim.fn.exepath("diffabled")
  if on_path ~= "" then
    return on_path
  end
  local checkout = find_checkout()
  for _, built in ipairs(checkout and BUILT or {}) do
    if is_executable(checkout .. "/" .. built) then
      return checkout .. "/" .. built
    end
  end
  local fourth = checkout and ("There is no %s or %s in %s."):format(BUILT[1], BUILT[2], checkout)
    or "The library is in no checkout of diffabled."
  local words = 'No diffabled was found. The setting "server" is empty. $DIFFABLED is not set. '
    .. "PATH has no diffabled. %s Build it with \"swift build -c release --product diffabled\"."
  error(errors.new("ServerNotFound", words:format(fourth)), 0)
end

--- Hands over each line of what is read; the parts of a line are joined once, when it is whole.
local function lines(take)
  local parts = {}
  return function(chunk)
    local start = 1
    for stop in chunk:gmatch("()\n") do
      parts[#parts + 1] = chunk:sub(start, stop - 1)
      take(table.concat(parts))
      parts, start = {}, stop + 1
    end
    if start <= #chunk then
      parts[#parts + 1] = chunk:sub(start)
    end
  end
end

--- Starts a daemon. `receive` is called with each of its lines, and `ended` once, with how it
--- ended as a sentence; both are called in luv's callbacks. Raises `ServerNotFound`.
---@return { send: fun(text: string), kill: fun(), close: fun(): integer? } transport
function M.start(executable, arguments, receive, ended)
  local stdin, stdout, stderr = uv.new_pipe(false), uv.new_pipe(false), uv.new_pipe(false)
  local code, signal, last_words, process, pid
  local open = 3 -- what is to end: the process and the two that are read

  local function end_one()
    open = open - 1
    if open > 0 then
      return
    end
    for _, handle in ipairs({ stdin, stdout, stderr, process }) do
      if not handle:is_closing() then
        handle:close()
      end
    end
    local how = signal ~= 0 and "by signal " .. signal or "with code " .. code
    ended(("The daemon ended %s.%s"):format(how, last_words and " It said: " .. last_words or ""))
  end

  local function kill()
    if not code then
      process:kill("sigkill")
    end
  end

  local function finish()
    if not stdin:is_closing() then
      stdin:close()
    end
    vim.defer_fn(kill, PATIENCE)
  end

  -- In a session of its own, so that the terminal's Ctrl-C does not reach it.
  local options = { args = arguments, stdio = { stdin, stdout, stderr }, detached = true }
  process, pid = uv.spawn(executable, options, function(...)
    code, signal = ...
    end_one()
  end)
  if not process then
    for _, pipe in ipairs({ stdin, stdout, stderr }) do
      pipe:close()
    end
    error(errors.new("ServerNotFound", ("%s could not be started: %s."):format(executable, pid)), 0)
  end

  local function read(pipe, take)
    pipe:read_start(function(_, chunk)
      if chunk then
        return take(chunk)
      end
      pipe:close()
      vim.schedule(finish)
      end_one()
    end)
  end
  read(stdout, lines(receive))
  -- It must not be written to the terminal that Neovim draws on.
  read(stderr, lines(function(line)
    last_words = line
  end))

  local transport = { kill = kill }
  function transport.send(text)
    -- That it does not read any more is told by its end.
    if not stdin:is_closing() then
      stdin:write(text .. "\n")
    end
  end
  --- Ends its input, and itself when it does not listen; its exit code.
  function transport.close()
    finish()
    vim.wait(2 * PATIENCE, function()
      return open == 0
    end, 1)
    return code
  end
  return transport
end

return M
