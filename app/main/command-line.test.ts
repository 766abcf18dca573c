import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOf } from "./command-line.ts";

describe("filesOf", () => {
  const folder = resolve("/logs");

  it("takes what is no flag, relative to the folder of the start", () => {
    expect(filesOf(["snapscope", "--no-sandbox", "ERRORLOG", ""], folder, true)).toEqual([
      resolve(folder, "ERRORLOG"),
    ]);
  });

  it("leaves the application's folder out, which development names first", () => {
    expect(filesOf(["electron", ".", "--flag", "a.log"], folder, false)).toEqual([
      resolve(folder, "a.log"),
    ]);
    expect(filesOf(["electron", "."], folder, false)).toEqual([]);
  });
});
