/** Who gets in: the address that was printed, in its tab, and nothing else. */
import { spawnSync } from "node:child_process";
import { environmentFor, programEntry } from "../fixtures/program.ts";
import { ServedApp } from "../fixtures/served-app.ts";
import { expect, openApp, test } from "../fixtures/test.ts";

const needsKey = "This page was opened without its key";

test("the key leaves the address bar, is no cookie, and survives a reload", async ({
  app,
  page,
  server,
}) => {
  const origin = `http://127.0.0.1:${server.port}/`;
  expect(page.url()).toBe(origin);
  expect(await page.context().cookies()).toEqual([]);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  page.on("websocket", (socket) => addresses.push(socket.url()));
  await page.reload();
  await app.expectReady();
  expect(addresses).toContain(`ws://127.0.0.1:${server.port}/rpc`);
  expect(addresses.filter((address) => address.includes(server.token))).toEqual([]);
});

test("a page without the key says what to do, and goes on once it has it", async ({
  page,
  server,
  watch,
}) => {
  watch.forgive(/WebSocket connection|Failed to load resource/);
  await page.goto(`http://127.0.0.1:${server.port}/`);
  await expect(page.getByRole("heading", { name: needsKey })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Copy that whole address");
  await openApp(page, server);
});

test("a page of an earlier start is told so, and takes the new address", async ({
  app,
  page,
  server,
  dataFolder,
  watch,
}) => {
  watch.forgive(/WebSocket|ERR_CONNECTION|Failed to load resource/);
  await app.goTo("Runs");
  await server.stop();
  const next = await ServedApp.start(dataFolder, { port: server.port });
  try {
    await expect(page.getByText("started again with another key")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: needsKey })).toBeVisible();
    await openApp(page, next);
  } finally {
    await next.stop();
  }
});

test("a server is not started with a key that anybody can guess", ({ dataFolder }) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programEntry, "serve"], {
    env: { ...environmentFor(dataFolder), SNAPSCOPE_TOKEN: "" },
    encoding: "utf8",
    // What this is about is a server that starts: it would never end.
    timeout: 30_000,
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("SNAPSCOPE_TOKEN: is empty");
});
