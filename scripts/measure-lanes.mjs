/**
 * Measures how long the lanes keep the page's main thread busy: seven lanes of 1,000 points, ten
 * updates a second, drawn by Recharts and by our own component, with the processor throttled four
 * times (or as many as the first argument says). Prints a table. Run by hand; docs/decisions/0007
 * holds a result.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const root = fileURLToPath(new URL("..", import.meta.url));
const updates = 40;
const throttling = Number(process.argv[2] ?? 4);
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

async function build(folder) {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const page = join(root, "src/bench/lanes");
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, "build", page, "--outDir", folder, "--emptyOutDir", "--logLevel", "error"],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`vite could not build ${page}: ${stderr}`);
}

function serve(folder) {
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

/** Tasks of the main thread while the page updates, ms, from the browser's own trace. */
async function measure(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.waitForSelector("svg");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttling });
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "__metadata"] },
  });
  await page.waitForSelector("body[data-measured]", { state: "attached", timeout: 300_000 });
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await page.close();
  const pids = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && pids.has(`${pid}/${tid}`))
    .map(({ dur = 0 }) => dur / 1000)
    .sort((a, b) => b - a);
}

const folder = await mkdtemp(join(tmpdir(), "snapscope-lanes-"));
try {
  await build(folder);
  const server = await serve(folder);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  console.log(`drawn by   longest task  median of the ${updates} longest  busy in all`);
  for (const kind of ["recharts", "own"]) {
    const url = `http://127.0.0.1:${server.address().port}/?kind=${kind}&updates=${updates}`;
    const tasks = await measure(browser, url);
    const columns = [
      tasks[0] ?? 0,
      tasks[updates / 2] ?? 0,
      tasks.reduce((sum, task) => sum + task, 0),
    ];
    console.log(kind.padEnd(10), ...columns.map((ms) => `${ms.toFixed(1)} ms`.padStart(13)));
  }
  await browser.close();
  server.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
