import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { chromiumPrinter } from "./chromium-printer.ts";

const scratch = mkdtempSync(join(tmpdir(), "snapscope-printer-test-"));

// The printer's own folders are made here, so that what is left of them can be seen.
vi.stubEnv("TMPDIR", scratch);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(scratch, { recursive: true, force: true });
});

const foldersLeft = () => readdirSync(scratch).filter((name) => name.startsWith("snapscope-pdf-"));

/** A program that takes Chromium's place: it gets the same arguments. */
function browser(name: string, script: string): string {
  const path = join(scratch, name);
  const args = "const args = process.argv.slice(2); const { writeFileSync } = require('node:fs');";
  writeFileSync(path, `#!${process.execPath}\n${args}\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const toPdf = `const pdf = args.find((arg) => arg.startsWith("--print-to-pdf=")).slice(15);`;
const messageOf = (printed: Awaited<ReturnType<ReturnType<typeof chromiumPrinter>>>) =>
  printed.ok ? "" : `${printed.error.message} ${printed.error.detail ?? ""}`;

describe("chromiumPrinter", () => {
  it("hands over the page, takes the PDF, and leaves nothing", async () => {
    const seen = join(scratch, "seen.json");
    const program = browser(
      "good",
      `${toPdf} const { readFileSync } = require("node:fs");
       const page = readFileSync(new URL(args.at(-1)), "utf8");
       writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args, page }));
       writeFileSync(pdf, "%PDF-1.4 done");`,
    );
    const printed = await chromiumPrinter(program)("<p>page</p>");
    expect(printed.ok && new TextDecoder().decode(printed.value)).toBe("%PDF-1.4 done");
    const { args, page } = JSON.parse(readFileSync(seen, "utf8")) as {
      args: string[];
      page: string;
    };
    expect(page).toBe("<p>page</p>");
    expect(args).toContain("--host-resolver-rules=MAP * ~NOTFOUND");
    expect(args).toContain("--generate-pdf-document-outline");
    expect(args.includes("--no-sandbox")).toBe(process.getuid?.() === 0);
    expect(foldersLeft()).toEqual([]);
  });

  it("says what the browser said when it fails", async () => {
    const program = browser("bad", `console.error("no usable display"); process.exit(3);`);
    const message = messageOf(await chromiumPrinter(program)("<p>"));
    expect(message).toContain("exit code 3");
    expect(message).toContain("no usable display");
    expect(foldersLeft()).toEqual([]);
  });

  it("does not take it for a PDF when the browser wrote none, or something else", async () => {
    for (const script of ["", `${toPdf} writeFileSync(pdf, "<html>");`]) {
      const program = browser("empty", script);
      expect(messageOf(await chromiumPrinter(program)("<p>"))).toContain("wrote no PDF");
    }
  });

  it("names a program that cannot be started", async () => {
    const missing = join(scratch, "missing");
    expect(messageOf(await chromiumPrinter(missing)("<p>"))).toContain("cannot be started");
    expect(foldersLeft()).toEqual([]);
  });

  it("ends a browser that never does", async () => {
    const program = browser("hangs", "setInterval(() => undefined, 1000);");
    expect(messageOf(await chromiumPrinter(program, 200)("<p>"))).toContain("did not finish");
    expect(foldersLeft()).toEqual([]);
  });

  it("can be cancelled, before and meanwhile", async () => {
    const program = browser("waits", "setInterval(() => undefined, 1000);");
    expect(messageOf(await chromiumPrinter(program)("<p>", AbortSignal.abort()))).toContain(
      "cancelled",
    );
    const cancel = new AbortController();
    const printing = chromiumPrinter(program)("<p>", cancel.signal);
    cancel.abort();
    expect(messageOf(await printing)).toContain("cancelled");
    expect(foldersLeft()).toEqual([]);
  });
});
