local check = require("check")
local json = require("diffabled.json")

local function same(value, text)
  if json.encode(value) ~= text then
    error(("%s should be %s"):format(json.encode(value), text), 2)
  end
end

return {
  {
    "values are written as they are",
    function()
      same(9007199254740991, "9007199254740991")
      same(-9007199254740990, "-9007199254740990")
      same(0.1, "0.1")
      same(0.1 + 0.2, "0.30000000000000004")
      same(1e300, "1e+300")
      same(2 ^ 53, "9007199254740992")
      same('a\0\n\t\31"\\/\127é😀\226\128\168', [["a\u0000\n\t\u001f\"\\/\u007fé😀]] .. '\226\128\168"')
      same({ vim.NIL, {}, vim.empty_dict(), false, { b = 1, a = {} } }, '[null,[],{},false,{"a":[],"b":1}]')
    end,
  },
  {
    "what is read and written again is the same",
    function()
      for _, text in ipairs({ '{"a":null,"b":{},"c":[]}', "[1,2.5,-3,1e+100]", '["\\u0000","\\\\",""]', '"\\n"' }) do
        same(json.decode(text), text)
      end
      same(json.decode("9007199254740991"), "9007199254740991")
    end,
  },
  {
    "what cannot be written says so",
    function()
      for _, case in ipairs({
        { { 1, 2, x = 3 }, "2 elements and the key x" },
        { { 1, nil, 3 }, "1 elements and the key 3" },
        { { [2] = 1 }, "the key 2" },
        { { a = print }, "A function cannot" },
        { { 0 / 0 }, "nan cannot" },
        { math.huge, "inf cannot" },
      }) do
        local fine, failure = pcall(json.encode, case[1])
        assert(not fine)
        check.matches(failure, case[2])
      end
    end,
  },
}
