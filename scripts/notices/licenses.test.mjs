import { describe, expect, it } from "vitest";
import { isCompatible } from "./licenses.mjs";

describe("isCompatible", () => {
  it.each(["MIT", "(MIT OR GPL-3.0)", "GPL-2.0 OR Apache-2.0", "MIT AND (ISC OR GPL-3.0)"])(
    "admits %s",
    (expression) => expect(isCompatible(expression)).toBe(true),
  );

  it.each([
    "GPL-3.0",
    "MIT AND GPL-3.0",
    "(MIT OR ISC) AND LGPL-2.1",
    "UNLICENSED",
    "SEE LICENSE IN file",
    "MIT ISC",
    "",
  ])("refuses %j", (expression) => expect(isCompatible(expression)).toBe(false));
});
