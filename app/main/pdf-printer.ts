/**
 * Prints a report as PDF: its HTML in a hidden window without scripts, in a session of its own that
 * reaches nothing but that HTML.
 */
import { BrowserWindow, type Session, session } from "electron";
import { failure, type Result, success } from "../contract/result.ts";
import { blockNetwork } from "./guards.ts";

/** A print that takes longer hangs. */
const patienceMs = 120_000;
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const scheme = "snapscope-report";

/** Those that are being printed, by their address, which nobody else knows. */
const reports = new Map<string, string>();
let kept: Session | null = null;

/** One for all: Electron frees none before the application ends. */
function sessionOfReports(): Session {
  if (kept !== null) return kept;
  const own = session.fromPartition("reports", { cache: false });
  own.protocol.handle(scheme, ({ url }) => {
    const html = reports.get(url);
    if (html === undefined) return new Response(null, { status: 404 });
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
    };
    return new Response(html, { headers });
  });
  blockNetwork(own, (asked) => reports.has(asked));
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  kept = own;
  return own;
}

/** Prints from `html`, which stands on its own. */
export async function printPdf(html: string, signal: AbortSignal): Promise<Result<Uint8Array>> {
  const own = sessionOfReports();
  const url = `${scheme}://${crypto.randomUUID()}/`;
  reports.set(url, html);
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, sandbox: true, contextIsolation: true, javascript: false },
  });
  const ended = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const aborted = new Promise<null>((resolve) => {
    if (ended.aborted) resolve(null);
    ended.addEventListener("abort", () => resolve(null), { once: true });
  });
  try {
    const printed = await Promise.race([print(window, url), aborted]);
    if (printed !== null) return success(new Uint8Array(printed));
    return failure(
      "ioError",
      signal.aborted
        ? "printing the report was cancelled"
        : `printing the report took longer than ${patienceMs / 1000} s and was given up`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure("ioError", `the report could not be printed: ${reason}`);
  } finally {
    window.destroy();
    reports.delete(url);
  }
}

async function print(window: BrowserWindow, url: string): Promise<Buffer> {
  await window.loadURL(url);
  return window.webContents.printToPDF({
    printBackground: true,
    preferCSSPageSize: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
}
