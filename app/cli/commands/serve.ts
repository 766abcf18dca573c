/** serve: the app in a browser, for machines without a desktop. Runs until it is told to end. */
import { failure } from "../../contract/result.ts";
import { BuiltPage } from "../../page/built-page.ts";
import { startLoopbackServer } from "../../server/loopback-server.ts";
import { chromiumPdfPrinter } from "../../services/pdf/chromium-printer.ts";
import { builtPageFolder } from "../../services/project-paths.ts";
import { createServices } from "../../services/services.ts";
import { openInBrowser } from "../browser.ts";
import { printNote, printResult, reportFailure } from "../console.ts";
import type { ServeOptions } from "./serve-options.ts";

export async function serveCommand({ port, open }: ServeOptions): Promise<void> {
  if (!BuiltPage.isBuilt(builtPageFolder)) {
    const fix = "build it with: npm run build -- app";
    reportFailure(
      failure("notFound", `the UI is not built: ${builtPageFolder} is missing; ${fix}`).error,
    );
    return;
  }
  const services = await createServices({ printPdf: chromiumPdfPrinter() });
  if (!services.ok) {
    reportFailure(services.error);
    return;
  }
  const token = process.env.SNAPSCOPE_TOKEN;
  const server = await startLoopbackServer({
    services: services.value,
    pageFolder: builtPageFolder,
    port,
    ...(token === undefined ? {} : { token }),
    onBug: (error, path) => printNote(`internal error in ${path}: ${error.stack ?? error.message}`),
  });
  if (!server.ok) {
    await services.value.close();
    reportFailure(server.error);
    return;
  }
  printResult(server.value.url);
  printNote("Snapscope is served at the address above, to this machine only. Ctrl+C ends it.");
  const openedFile = open
    ? openInBrowser(server.value.url, () =>
        printNote("No browser could be opened; open the address yourself."),
      )
    : null;
  await untilToldToEnd();
  openedFile?.remove();
  await server.value.close();
  await services.value.close();
}

/** A second signal ends the process at once, should closing take too long for somebody. */
function untilToldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}
