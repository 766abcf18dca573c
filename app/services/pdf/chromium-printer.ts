/**
 * Prints HTML to PDF by a Chromium without a window: its own profile in a folder of its own, no
 * connection, and nothing left afterwards, however it ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { failure, type Result, success } from "../../contract/result.ts";
import type { NoPdfPrinter, PdfPrinter } from "../pdf-printer.ts";
import { chromiumFix, findChromium } from "./find-chromium.ts";

/** A long report on a slow machine takes some ten seconds. */
const patienceMs = 90_000;

/** Enough for the message of a browser that does not start. */
const outputTailBytes = 2048;

/** The printer of this machine, or what to do to have one. */
export function chromiumPdfPrinter(): PdfPrinter | NoPdfPrinter {
  const found = findChromium();
  return found.ok ? chromiumPrinter(found.value) : { fix: fixOf(found.error.message) };
}

/** A browser that was named and is not there is another matter than none. */
const fixOf = (message: string): string =>
  message.startsWith("SNAPSCOPE_CHROMIUM") ? message : chromiumFix();

export function chromiumPrinter(executable: string, timeoutMs: number = patienceMs): PdfPrinter {
  return async (html, signal) => {
    if (signal?.aborted) return cancelled;
    const folder = await mkdtemp(join(tmpdir(), "snapscope-pdf-"));
    try {
      const [page, pdf] = [join(folder, "report.html"), join(folder, "report.pdf")];
      await writeFile(page, html, { mode: 0o600 });
      const browser = startBrowser(executable, folder, page, pdf);
      const problem = await ended(browser, executable, timeoutMs, signal);
      if (problem !== null) return problem;
      return await readPdf(pdf, executable);
    } catch (error) {
      return failure("ioError", `PDF: the report cannot be handed to ${executable}: ${error}`);
    } finally {
      // A browser that was ended may still be letting go of its profile.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(
        () => undefined,
      );
    }
  };
}

const cancelled = failure("ioError", "PDF: printing was cancelled");

const isRoot = () => process.platform === "linux" && process.getuid?.() === 0;

function startBrowser(executable: string, folder: string, page: string, pdf: string): ChildProcess {
  const options = [
    "--headless",
    `--print-to-pdf=${pdf}`,
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
    `--user-data-dir=${join(folder, "profile")}`,
    // The report needs no connection; the browser itself must not ask for any either.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    // Chromium refuses to run as root with its sandbox; for everybody else it stays on.
    ...(isRoot() ? ["--no-sandbox"] : []),
  ];
  return spawn(executable, [...options, pathToFileURL(page).href], {
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own, so that its helpers go with it.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

/** Null when it ended well; all of its processes are gone in every case. */
function ended(
  browser: ChildProcess,
  executable: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Result<never> | null> {
  return new Promise((resolve) => {
    let output = "";
    let reason: Result<never> | null = null;
    browser.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-outputTailBytes);
    });
    const end = (why: Result<never>) => {
      reason ??= why;
      endGroup(browser);
    };
    const deadline = setTimeout(
      () =>
        end(failure("ioError", `PDF: ${executable} did not finish within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    const abort = () => end(cancelled);
    signal?.addEventListener("abort", abort, { once: true });
    // It may have been aborted while the page was written, when nobody listened.
    if (signal?.aborted) abort();
    const settle = (outcome: Result<never> | null) => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", abort);
      endGroup(browser);
      resolve(reason ?? outcome);
    };
    browser.once("error", (error) =>
      settle(failure("ioError", `PDF: ${executable} cannot be started: ${error.message}`)),
    );
    browser.once("exit", (code, killedBy) =>
      settle(
        code === 0
          ? null
          : failure(
              "ioError",
              `PDF: ${executable} failed (${killedBy === null ? `exit code ${code}` : `signal ${killedBy}`})`,
              output.trim() === "" ? undefined : output.trim(),
            ),
      ),
    );
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It is gone already, with all of its helpers.
  }
}

async function readPdf(path: string, executable: string): Promise<Result<Uint8Array>> {
  try {
    const bytes = await readFile(path);
    if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return success(new Uint8Array(bytes));
  } catch {
    // Told below: the browser said that it succeeded, and wrote nothing.
  }
  return failure("ioError", `PDF: ${executable} ended well, but wrote no PDF`);
}
