import { describe, expect, it } from "vitest";
import { codeOnly, lineOf } from "./source-text.mjs";

describe("codeOnly", () => {
  it("blanks comments and keeps lines", () => {
    expect(codeOnly("a // b\nc /* d\ne */ f", "cpp")).toBe("a     \nc     \n     f");
  });

  it("keeps strings unless asked, and does not take their contents for comments", () => {
    expect(codeOnly('f("//x"); // y', "ts")).toBe('f("//x");     ');
    expect(codeOnly('f("//x");', "ts", { strings: true })).toBe("f(     );");
  });

  it("reads raw strings and digit separators of C++", () => {
    expect(codeOnly('R"x(a")x" b', "cpp", { strings: true }).trim()).toBe("b");
    expect(codeOnly("1'000; rand();", "cpp", { strings: true })).toContain("rand()");
  });

  it("ends an open literal with its line", () => {
    expect(codeOnly("/['\"]/;\nrand();", "ts", { strings: true })).toContain("rand()");
  });
});

describe("lineOf", () => {
  it("counts from one", () => {
    expect([lineOf("a\nb", 0), lineOf("a\nb", 2)]).toEqual([1, 2]);
  });
});
