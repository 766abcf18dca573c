import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EventLog } from "./event-log.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snapscope-event-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = () => new Date("2026-03-12T10:41:59.000Z");

it("writes an event with its time, and finds those of the last start again", () => {
  const file = join(folder, "logs", "snapscope.log");
  new EventLog(file, at).write("application", "starts");
  const log = new EventLog(file, at);
  log.write("page", "crashed\nwith a stack\n");
  expect(log.text()).toBe(
    "2026-03-12T10:41:59.000Z application: starts\n" +
      "2026-03-12T10:41:59.000Z page: crashed\n    with a stack\n",
  );
});

it("keeps what is newest, and no more than two files of a mebibyte", () => {
  const log = new EventLog(join(folder, "snapscope.log"), at);
  const flood = "x".repeat(300_000);
  for (let event = 0; event < 20; event += 1) log.write("services", `${event} ${flood}`);
  log.write("services", "last words");
  const text = log.text();
  expect(text).toMatch(/last words\n$/);
  expect(text).not.toContain("services: 0 x");
  expect(text.length).toBeLessThan(2 * 1024 * 1024);
});

it("ends nothing where it cannot write", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const inTheWay = join(folder, "a file");
  writeFileSync(inTheWay, "");
  const log = new EventLog(join(inTheWay, "snapscope.log"), at);
  log.write("page", "crashed");
  expect(told).toHaveBeenCalledOnce();
  expect(log.text()).toBe("");
  told.mockRestore();
});
