import { describe, expect, it } from "vitest";
import { terminalName, terminalText } from "./terminal-text.ts";

const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code))
  .join("")
  .replaceAll(/[ -~]/g, "");

describe("text for a terminal", () => {
  it("has no control characters but line ends and tabs", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(terminalText(controls)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
    expect(terminalText("a\tb\r\nc\n")).toBe("a\tb\r\nc\n");
    expect(terminalText("paid\rFREE")).toBe("paid\\u000dFREE");
    expect(terminalText("\u001b[31mred\u009b0m\u202e")).toBe("\\u001b[31mred\\u009b0m\\u202e");
  });

  it("keeps letters of every script", () => {
    expect(terminalText("Größe: 日本 Продажи עברית 😀")).toBe("Größe: 日本 Продажи עברית 😀");
  });

  it("means the same in JSON", () => {
    const value = { text: `${controls}\u202e` };
    expect(JSON.parse(terminalText(JSON.stringify(value, null, 2)))).toEqual(value);
  });

  it("has names on one line", () => {
    expect(terminalName("ERRORLOG\nerror: none\t")).toBe("ERRORLOG\\u000aerror: none\\u0009");
  });
});
