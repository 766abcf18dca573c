/**
 * Measures the page map: 1 TB with five million pushes (or as many pages and pushes as the arguments say). How long
 * its first picture takes, the longest tasks of the page's main thread while it is zoomed, panned, played and
 * brushed, and its memory. Prints a table. Run by hand; docs/decisions/0045 holds a result.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildBench, openBrowser, recordTasks, serveBench } from "./measure-bench.mjs";

const pages = Number(process.argv[2] ?? 2 ** 27);
const pushes = Number(process.argv[3] ?? 5_000_000);
const picture = process.argv[4];

const folder = await mkdtemp(join(tmpdir(), "snapscope-page-map-"));
try {
  await buildBench("page-map", folder);
  const server = await serveBench(folder);
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`http://127.0.0.1:${server.address().port}/?pages=${pages}&pushes=${pushes}`);
  await page.waitForSelector("body[data-made]", { state: "attached", timeout: 300_000 });
  const session = await page.context().newCDPSession(page);
  const memory = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize = 0 } = await session.send("Runtime.getHeapUsage");
    return (usedSize + backingStorageSize) / 2 ** 20;
  };
  const before = await memory();

  const doings = {
    "first picture": async () => {
      await page.evaluate(() => document.body.click());
      await page.waitForSelector("body[data-first]", { state: "attached", timeout: 60_000 });
      await page.waitForTimeout(1000);
    },
    zoom: async () => {
      await page.getByRole("slider").focus();
      for (const key of ["+", "-", "+"]) await press(key, 30);
    },
    pan: async () => {
      for (const key of ["-", "-", "-"]) await press(key, 4);
      await press("PageDown", 30);
      await press("ArrowUp", 30);
    },
    play: async () => {
      await press("0", 1);
      await state(300, (step) => ({ atMs: step * 12_000 }));
    },
    scrub: () => state(40, (step) => ({ atMs: ((step * 7) % 40) * 90_000 })),
    brush: () =>
      state(60, (step) => ({ brush: { startMs: step * 20_000, endMs: step * 50_000 + 10_000 } })),
  };
  async function press(key, times) {
    for (let time = 0; time < times; ++time) {
      await page.keyboard.press(key);
      await page.waitForTimeout(20);
    }
  }
  /** A change of what is shown with each frame. */
  async function state(steps, of) {
    const changes = Array.from({ length: steps }, (_, step) => of(step));
    await page.evaluate(async (all) => {
      for (const change of all) {
        window.setMap(change);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, changes);
  }

  console.log("doing           longest task  wall     processor  busy in all (processor)");
  for (const [name, act] of Object.entries(doings)) {
    const tasks = await recordTasks(session, act);
    const longest = (key) => tasks.reduce((most, task) => Math.max(most, task[key]), 0);
    const busy = tasks.reduce((sum, task) => sum + task.cpuMs, 0);
    const columns = [longest("wallMs"), longest("cpuMs"), busy];
    console.log(name.padEnd(20), ...columns.map((ms) => `${ms.toFixed(1)} ms`.padStart(12)));
    if (name === "first picture") {
      const { asked, first } = await page.evaluate(() => ({ ...document.body.dataset }));
      const inPicture = (first - asked).toFixed(0);
      console.log(`first picture after ${inPicture} ms`);
      console.log(
        `memory ${before.toFixed(0)} MiB before, ${(await memory()).toFixed(0)} MiB with it`,
      );
    }
    if (picture !== undefined) await page.screenshot({ path: `${picture}-${name}.png` });
  }
  console.log(`memory at the end ${(await memory()).toFixed(0)} MiB`);
  await browser.close();
  server.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
