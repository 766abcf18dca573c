/**
 * Measures how long the lanes keep the page's main thread busy: seven lanes of 1,000 points, ten
 * updates a second, drawn by Recharts and by our own component, with the processor throttled four
 * times (or as many as the first argument says). Prints a table. Run by hand; docs/decisions/0007
 * holds a result.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildBench, openBrowser, recordTasks, serveBench } from "./measure-bench.mjs";

const updates = 40;
const throttling = Number(process.argv[2] ?? 4);

/** Tasks of the main thread while the page updates, ms, from the browser's own trace. */
async function measure(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.waitForSelector("svg");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttling });
  const tasks = await recordTasks(session, () =>
    page.waitForSelector("body[data-measured]", { state: "attached", timeout: 300_000 }),
  );
  await page.close();
  return tasks.map(({ wallMs }) => wallMs).sort((a, b) => b - a);
}

const folder = await mkdtemp(join(tmpdir(), "snapscope-lanes-"));
try {
  await buildBench("lanes", folder);
  const server = await serveBench(folder);
  const browser = await openBrowser();
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
