--- What is in directories, and which of them change.
local uv = vim.uv or vim.loop

local Disk = {}
Disk.__index = Disk

local JOINED = 100 -- milliseconds in which changes are told together
local POLLED = 1000 -- milliseconds between looks at a directory that cannot be watched

---@param changed fun(paths: table<string, true>) called in Neovim's main loop
function Disk.new(changed)
  return setmetatable({ changed = changed, handles = {}, dirty = {} }, Disk)
end

--- The entries of a directory, directories first: `name` and `kind`, which of a link is that of
--- what it leads to; `nil` if there is no such directory.
function Disk.entries(path)
  local scan = uv.fs_scandir(path)
  if not scan then
    return nil
  end
  local entries = {}
  for name, kind in uv.fs_scandir_next, scan do
    local is_link = kind == "link"
    local found = is_link and uv.fs_stat(path .. "/" .. name)
    local is_directory = (found and found.type or kind) == "directory"
    table.insert(entries, { name = name, kind = is_directory and "directory" or "file", is_link = is_link })
  end
  table.sort(entries, function(a, b)
    if a.kind ~= b.kind then
      return a.kind == "directory"
    end
    local one, two = a.name:lower(), b.name:lower()
    return one < two or (one == two and a.name < b.name)
  end)
  return entries
end

--- Watches these directories and no others.
---@param paths table<string, true>
function Disk:watch(paths)
  for path, handle in pairs(self.handles) do
    if not paths[path] then
      handle:close()
      self.handles[path] = nil
    end
  end
  for path in pairs(paths) do
    self.handles[path] = self.handles[path] or self:handle(path)
  end
end

function Disk:handle(path)
  local function notice()
    self:notice(path)
  end
  local handle = uv.new_fs_event()
  if not handle:start(path, {}, notice) then
    -- As when there are more than the system allows.
    handle:close()
    handle = uv.new_fs_poll()
    handle:start(path, POLLED, notice)
  end
  return handle
end

--- Tells of a change, together with those that come soon after it.
function Disk:notice(path)
  local is_first = next(self.dirty) == nil
  self.dirty[path] = true
  if is_first then
    uv.new_timer():start(JOINED, 0, vim.schedule_wrap(function()
      local dirty = self.dirty
      self.dirty = {}
      if not self.is_closed then
        self.changed(dirty)
      end
    end))
  end
end

function Disk:close()
  self.is_closed = true
  self:watch({})
end

return Disk
