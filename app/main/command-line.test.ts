import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOf } from "./command-line.ts";

describe("filesOf", () => {
  const logs = resolve("/logs");
  const app = resolve("/checkout");

  it("takes what is no flag, relative to the folder of the start", () => {
    expect(filesOf(["snapscope", "--no-sandbox", "ERRORLOG", ""], logs, null)).toEqual([
      resolve(logs, "ERRORLOG"),
    ]);
  });

  it("leaves out the application's folder and what is before it, in development", () => {
    const argv = ["electron", "-r", "/module.js", "--flag", app, "a.log"];
    expect(filesOf(argv, logs, app)).toEqual([resolve(logs, "a.log")]);
    expect(filesOf(["electron", "."], app, app)).toEqual([]);
  });
});
