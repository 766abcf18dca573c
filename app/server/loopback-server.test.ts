import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { rpcCodec } from "../transport/rpc-codec.ts";
import { memoryServices } from "../transport/testing/memory-services.ts";
import { type LoopbackServer, startLoopbackServer } from "./loopback-server.ts";

const token = "the-token";
let pageFolder: string;
let server: LoopbackServer;
let origin: string;
let port: number;

const start = (wanted: number) =>
  startLoopbackServer({
    services: memoryServices(),
    pageFolder,
    port: wanted,
    token,
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

const withCookie = () => ({ cookie: `other=1; snapscope-${port}=${token}` });

describe("the page", () => {
  it("is given to who opens the printed address, which loses its token", async () => {
    const entry = await get(`/?token=${token}`);
    expect(entry).toMatchObject({ status: 303, headers: { location: "/" } });
    const [cookie = ""] = entry.headers["set-cookie"] ?? [];
    expect(cookie).toBe(`snapscope-${port}=${token}; HttpOnly; SameSite=Strict; Path=/`);
    const page = await get("/", { cookie: cookie.split(";")[0] ?? "" });
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining("<title>page") });
  });

  it("has a policy that allows its own nonce and its own server only", async () => {
    const pages = [await get("/", withCookie()), await get("/", withCookie())];
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
    ["no token", "/", {}],
    ["a wrong token", "/?token=the-tokem", {}],
    ["a wrong cookie", "/", { cookie: "snapscope=the-token" }],
  ])("is refused with %s", async (_, path, headers) => {
    expect(await get(path, headers)).toMatchObject({
      status: 401,
      body: expect.stringContaining("snapscope serve printed"),
    });
  });

  it.each([
    ["a name that resolves to this machine", () => ({ host: `evil.example:${port}` })],
    ["another port's name", () => ({ host: "127.0.0.1:1" })],
    ["another page", () => ({ origin: "http://evil.example" })],
    ["a page without an origin of its own", () => ({ origin: "null" })],
  ])("is refused to %s, even with the token", async (_, headers) => {
    expect((await get("/", { ...withCookie(), ...headers() })).status).toBe(403);
    expect((await get(`/?token=${token}`, headers())).status).toBe(403);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("takes no %s", async (method) => {
    expect((await get("/", withCookie(), method)).status).toBe(405);
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
    expect((await get(path, withCookie())).status).toBe(404);
  });
});

describe("the connection", () => {
  const open = (headers: Record<string, string>, path = "/rpc") =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
      socket.on("open", () => {
        socket.terminate();
        resolve(101);
      });
      socket.on("unexpected-response", (_, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
      socket.on("error", () => undefined);
    });

  it("is open to the page that has the cookie, and to nobody else", async () => {
    expect(await open({ ...withCookie(), origin })).toBe(101);
    expect(await open({ origin })).toBe(401);
    expect(await open(withCookie())).toBe(403);
    expect(await open({ ...withCookie(), origin: "http://evil.example" })).toBe(403);
    expect(await open({ ...withCookie(), origin, host: `evil.example:${port}` })).toBe(403);
    expect(await open({ ...withCookie(), origin }, "/other")).toBe(403);
  });

  /** Asks one question over a connection of its own. */
  const ask = (path: string) =>
    new Promise<unknown>((resolve, reject) => {
      const headers = { ...withCookie(), origin };
      const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { headers });
      socket.on("open", () =>
        socket.send(rpcCodec.encode({ id: 1, jsonrpc: "2.0", method: "query", params: { path } })),
      );
      socket.on("message", (data: Buffer) => {
        resolve(rpcCodec.decode(data));
        socket.close();
      });
      socket.on("error", reject);
    });

  it("carries the RPC, also after a restart on the same port with the same token", async () => {
    const answer = { id: 1, result: { data: [expect.objectContaining({ name: "a run" })] } };
    expect(await ask("library.list")).toMatchObject(answer);
    await server.close();
    const again = await start(port);
    if (!again.ok) throw new Error(again.error.message);
    server = again.value;
    expect(await ask("library.list")).toMatchObject(answer);
  });

  it("ends when the server does, with a reason", async () => {
    const headers = { ...withCookie(), origin };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { headers });
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

describe("the port", () => {
  it("that is taken is named, with what to do", async () => {
    expect(await start(port)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("another program listens there") },
    });
  });
});
