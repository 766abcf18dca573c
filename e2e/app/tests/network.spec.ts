/** No connection leaves the machine: not the page's, not the program's, not its helpers'. */
import { designedName, smallRun, start } from "../fixtures/flows.ts";
import { ConnectionWatch } from "../fixtures/processes.ts";
import { expect, test } from "../fixtures/test.ts";

test("a run, its report and a log stay on this machine", async ({ app, page, server, watch }) => {
  const sockets = new ConnectionWatch(server.pid);
  await page.reload();
  await app.expectReady();
  await start(app, { ...smallRun, pace: 10 });
  await app.live.expectEnded("Completed");
  await app.live.openReport();
  await app.report.expectPreview(designedName);
  await app.report.export("html");
  await app.report.export("pdf");
  await app.goTo("Open log");
  await app.openLog.openSample();
  await app.expectScreen("Replay");
  const { looks, connections } = sockets.stop();
  expect(looks).toBeGreaterThan(20);
  // The watch does see what there is: the server's own socket, and the page's connection to it.
  const own = connections.filter(({ text }) => text.includes(`127.0.0.1:${server.port} >`));
  expect(own.length).toBeGreaterThanOrEqual(2);
  expect(connections.filter(({ staysHere }) => !staysHere)).toEqual([]);
  expect(watch.requestsElsewhere(server.port)).toEqual([]);
});
