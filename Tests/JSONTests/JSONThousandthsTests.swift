import JSON
import Testing

@Suite struct JSONThousandthsTests {
  @Test(arguments: [
    ("0", 0), ("-0.0", 0), ("0e9", 0), ("44", 44_000), ("44.5", 44_500), ("0.001", 1),
    ("0.0009", 0), ("1.2349", 1234), ("1e3", 1_000_000), ("15e-1", 1500), ("1e-3", 1),
    ("9.99e-4", 0), ("1e-999999999999999999999", 0), ("100.10", 100_100),

    ("999999999999999.9999", 999_999_999_999_999_999), ("0.05e2", 5000), ("120", 120_000),
  ])
  func `a number is cut to thousandths`(text: String, thousandths: Int) throws {
    #expect(try JSONDocument(parsing: text).root.thousandths == thousandths)
  }

  @Test(arguments: [
    "-1", "-0.0001", "1e15", "1000000000000000", "1e999999999999999999999", #""44""#, "null",
    "true",
  ])
  func `what is below zero, very great or no number has none`(text: String) throws {
    #expect(try JSONDocument(parsing: text).root.thousandths == nil)
  }
}
