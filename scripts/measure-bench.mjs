/** What measurements of pages of src/bench share: a production build, a server for it, a browser, its tasks. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const root = fileURLToPath(new URL("..", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

export async function buildBench(name, folder) {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const page = join(root, "src/bench", name);
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, "build", page, "--outDir", folder, "--emptyOutDir", "--logLevel", "error"],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`vite could not build ${page}: ${stderr}`);
}

export function serveBench(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname === "/" ? "/index.html" : pathname;
    try {
      const bytes = await readFile(join(folder, path));
      response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });

/** Tasks of the main thread during an act, by the clock and by the processor, from the browser's own trace. */
export async function recordTasks(session, act) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on("Tracing.dataCollected", collect);
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "__metadata"] },
  });
  await act();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  session.off("Tracing.dataCollected", collect);
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && mainThreads.has(`${pid}/${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, cpuMs: tdur / 1000 }));
}
