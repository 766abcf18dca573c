import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { decodeMessage, encodeMessage } from "../transport/codec.ts";
import { rpcProtocol } from "../transport/loopback-access.ts";
import { memoryServices } from "../transport/testing/memory-services.ts";
import { type LoopbackServer, startLoopbackServer } from "./loopback-server.ts";

const token = "the-token-of-this-test";
let pageFolder: string;
let server: LoopbackServer;
let origin: string;
let port: number;

const start = (wanted: number, wantedToken = token) =>
  startLoopbackServer({
    services: memoryServices(),
    pageFolder,
    port: wanted,
    token: wantedToken,
    onBug: (error) => {
      throw error;
    },
  });

beforeEach(async () => {
  pageFolder = mkdtempSync(join(tmpdir(), "snapscope-page-"));
  writeFileSync(join(pageFolder, "index.html"), '<meta nonce="__CSP_NONCE__"><title>page</title>');
  writeFileSync(join(pageFolder, "secret.key"), "never");
  const started = await start(0);
  if (!started.ok) throw new Error(started.error.message);
  server = started.value;
  ({ origin } = new URL(server.url));
  port = Number(new URL(server.url).port);
});

afterEach(async () => {
  await server.close();
  rmSync(pageFolder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** fetch would not let a test set Host, and would tidy the path. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Answer>((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, headers, method }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.on("error", reject);
    request.end();
  });

const protocols = (given: string) => [rpcProtocol, `snapscope-token.${given}`];

describe("the page", () => {
  it("is given to all, and gets its token from the address, which no request carries", async () => {
    expect(server.url).toBe(`${origin}/#token=${token}`);
    const page = await get("/");
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining("<title>page") });
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(JSON.stringify(page)).not.toContain(token);
  });

  it("has a policy that allows its own nonce and its own server only", async () => {
    const pages = [await get("/"), await get("/")];
    const nonces = pages.map(({ body, headers }) => {
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? "";
      const policy = headers["content-security-policy"];
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port};`);
      expect(policy).not.toContain("unsafe");
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it.each([
    ["the token", 204, () => ({ authorization: `Bearer ${token}` })],
    ["no token", 401, () => ({})],
    ["another token", 401, () => ({ authorization: "Bearer the-token-of-this-tesT" })],
    ["an empty token", 401, () => ({ authorization: "Bearer " })],
    ["a cookie", 401, () => ({ cookie: `snapscope-${port}=${token}` })],
  ])("can ask whether it has access: %s", async (_, status, headers) => {
    const answer = await get("/access", headers());
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body).toContain("snapscope serve printed");
  });

  it.each([
    ["a name that resolves to this machine", () => ({ host: `evil.example:${port}` })],
    ["another port's name", () => ({ host: "127.0.0.1:1" })],
    ["another page", () => ({ origin: "http://evil.example" })],
    ["a page without an origin of its own", () => ({ origin: "null" })],
  ])("is refused to %s, even with the token", async (_, headers) => {
    const known = { authorization: `Bearer ${token}`, ...headers() };
    expect((await get("/", known)).status).toBe(403);
    expect((await get("/access", known)).status).toBe(403);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("takes no %s", async (method) => {
    expect((await get("/", {}, method)).status).toBe(405);
  });

  it.each([
    "/../../package.json",
    "/%2e%2e/%2e%2e/package.json",
    "/..%2f..%2fpackage.json",
    "/assets/..%5c..%5cpackage.json",
    "//etc/passwd",
    "/.env",
    "/%00",
    "/%",
    "/secret.key",
    "/assets",
  ])("gives no file for %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe("the connection", () => {
  it("is refused to who is gone before the answer, and others are served", async () => {
    const request =
      `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://evil.example\r\n` +
      "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const dropped = Array.from({ length: 60 }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(request, () => socket.resetAndDestroy());
      return new Promise((resolve) => socket.once("close", resolve));
    });
    await Promise.all(dropped);
    expect((await get("/")).status).toBe(200);
  });

  const open = (headers: Record<string, string>, given: string | null, path = "/rpc") =>
    new Promise<number>((resolve) => {
      const offered = given === null ? [rpcProtocol] : protocols(given);
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, offered, { headers });
      socket.on("open", () => {
        // What the server agrees to is repeated to the page, and is not the secret.
        expect(socket.protocol).toBe(rpcProtocol);
        socket.terminate();
        resolve(101);
      });
      socket.on("unexpected-response", (_, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
      socket.on("error", () => undefined);
    });

  it("is open to the page that has the token, and to nobody else", async () => {
    expect(await open({ origin }, token)).toBe(101);
    expect(await open({ origin }, null)).toBe(401);
    expect(await open({ origin }, "")).toBe(401);
    expect(await open({ origin }, "the-token-of-this-tesT")).toBe(401);
    expect(await open({ origin, cookie: `snapscope-${port}=${token}` }, null)).toBe(401);
    expect(await open({ origin }, null, `/rpc?token=${token}`)).toBe(403);
    expect(await open({}, token)).toBe(403);
    expect(await open({ origin: "http://evil.example" }, token)).toBe(403);
    expect(await open({ origin, host: `evil.example:${port}` }, token)).toBe(403);
    expect(await open({ origin }, token, "/other")).toBe(403);
  });

  /** Asks one question over a connection of its own. */
  const ask = (path: string) =>
    new Promise<unknown>((resolve, reject) => {
      const headers = { origin };
      const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, protocols(token), { headers });
      socket.on("open", () =>
        socket.send(encodeMessage({ kind: "call", id: 1, type: "query", path })),
      );
      socket.on("message", (data: Buffer) => {
        resolve(decodeMessage(data));
        socket.close();
      });
      socket.on("error", reject);
    });

  it("carries the RPC, also after a restart on the same port with the same token", async () => {
    const answer = { kind: "value", id: 1, value: [expect.objectContaining({ name: "a run" })] };
    expect(await ask("library.list")).toMatchObject(answer);
    await server.close();
    const again = await start(port);
    if (!again.ok) throw new Error(again.error.message);
    server = again.value;
    expect(await ask("library.list")).toMatchObject(answer);
  });

  it("ends when the server does, with a reason", async () => {
    const headers = { origin };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, protocols(token), { headers });
    await new Promise((resolve) => socket.once("open", resolve));
    const closed = new Promise<string>((resolve) =>
      socket.once("close", (_code, reason) => resolve(reason.toString())),
    );
    await server.close();
    expect(await closed).toBe("the server ends");
    const again = await start(0);
    if (again.ok) server = again.value;
  });
});

describe("a token that is given", () => {
  it.each([
    ["", "is empty"],
    ["short", "these 5 characters are no token"],
    ["sixteen and blank", "these 17 characters are no token"],
  ])("is refused as %j", async (given, problem) => {
    const refused = await start(0, given);
    if (refused.ok) await refused.value.close();
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "badInput", message: expect.stringContaining(`SNAPSCOPE_TOKEN: ${problem}`) },
    });
  });
});

describe("the port", () => {
  it("that is taken is named, with what to do", async () => {
    expect(await start(port)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("another program listens there") },
    });
  });
});
