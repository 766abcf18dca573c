import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openInput } from "./input-file.ts";

const folder = mkdtempSync(join(tmpdir(), "snapscope-input-"));
afterAll(() => rmSync(folder, { recursive: true }));

const refusal = (path: string): string => {
  const opened = openInput({ name: "ERRORLOG", path });
  return opened.ok ? "opened" : opened.error.message;
};

describe("what is no file", () => {
  it("is refused when it is a folder", () => {
    expect(refusal(folder)).toBe("ERRORLOG: is a folder; open the files in it");
  });

  it.skipIf(process.platform === "win32")("is refused at once when it is a pipe", () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(refusal(pipe)).toMatch(/^ERRORLOG: is a pipe; save what comes out of it to a file/);
  });

  it.skipIf(process.platform === "win32")("is refused when it is a device", () => {
    expect(refusal("/dev/null")).toMatch(/^ERRORLOG: is no file but a device/);
  });
});
