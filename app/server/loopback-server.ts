/**
 * The loopback host: serves the built UI and the RPC to a browser on the same machine, or to one
 * that comes through a tunnel to it. Listens on 127.0.0.1 and nowhere else.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { failure, type Result, success } from "../contract/result.ts";
import { maxUploadPieceBytes } from "../contract/rpc/captures.ts";
import type { Services } from "../contract/rpc/services.ts";
import { BuiltPage } from "../page/built-page.ts";
import {
  accessPath,
  rpcPath,
  rpcProtocol,
  tokenPattern,
  tokenRule,
} from "../transport/loopback-access.ts";
import { type BugReporter, serveRpc } from "../transport/rpc-server.ts";
import { SocketTransport } from "../transport/socket-transport.ts";
import { AccessControl, type Refusal } from "./access.ts";

export interface LoopbackOptions {
  readonly services: Services;
  /** The folder of the built UI. */
  readonly pageFolder: string;
  /** 0: any free one. */
  readonly port: number;
  /** A random one unless given: a restart that must keep its page gives the same. */
  readonly token?: string;
  readonly onBug: BugReporter;
}

export interface LoopbackServer {
  /** With the token: for the user to open. */
  readonly url: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

const address = "127.0.0.1";

/** The largest piece of a file that the contract lets in, and what is around it. */
const maxMessageBytes = maxUploadPieceBytes + 1024 * 1024;

export async function startLoopbackServer(
  options: LoopbackOptions,
): Promise<Result<LoopbackServer>> {
  const token = options.token ?? randomBytes(32).toString("base64url");
  if (!tokenPattern.test(token)) return failure("badInput", unfitToken(token));
  const http = createServer();
  const listening = await listen(http, options.port);
  if (!listening.ok) return listening;
  const port = listening.value;
  const access = new AccessControl(port, token);
  const page = new BuiltPage(options.pageFolder, [`ws://${address}:${port}`]);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(rpcProtocol) && rpcProtocol,
  });
  http.on("request", (request, response) => {
    answer(request, response, access, page).catch((error: unknown) => {
      options.onBug(error instanceof Error ? error : new Error(String(error)), "page");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Who is refused may be gone before the answer is: nobody else listens to this socket any more.
    socket.on("error", () => undefined);
    const refusal = refuseUpgrade(request, access);
    if (refusal !== null) {
      socket.end(rawResponse(refusal));
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      serveRpc(new SocketTransport(webSocket), options.services, options.onBug),
    );
  });
  return success({
    url: access.entryUrl,
    close: () => close(http, sockets),
  });
}

function listen(http: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    http.once("error", (error: NodeJS.ErrnoException) => resolve(listenFailure(error, port)));
    http.listen({ host: address, port, exclusive: true }, () => {
      resolve(success((http.address() as AddressInfo).port));
    });
  });
}

/** Without the token itself: it is somebody's secret, if a bad one. */
const unfitToken = (token: string): string =>
  `SNAPSCOPE_TOKEN: ${token === "" ? "is empty" : `these ${token.length} characters are no token`}, and ` +
  `whoever guesses it may use this server; allowed: ${tokenRule}. Unset it to have one made at each start`;

function listenFailure({ code, message }: NodeJS.ErrnoException, port: number): Result<number> {
  if (code === "EADDRINUSE") {
    return failure(
      "badInput",
      `--port ${port}: another program listens there; choose another port, or 0 for a free one`,
    );
  }
  if (code === "EACCES") {
    return failure(
      "badInput",
      `--port ${port}: this user may not listen there; ports from 1024 on are free for all`,
    );
  }
  return failure("ioError", `--port ${port}: cannot listen on ${address}: ${message}`);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  access: AccessControl,
  page: BuiltPage,
): Promise<void> {
  const refusal = access.refuseSource(request, false);
  if (refusal !== null) return refuse(response, refusal);
  const url = URL.parse(request.url ?? "/", access.origin);
  if (url === null) return refuse(response, { status: 403, message: "This is no address." });
  if (url.pathname === accessPath) {
    const stranger = access.refuseStranger(request);
    if (stranger !== null) return refuse(response, stranger);
    response.writeHead(204, { "cache-control": "no-store" });
    response.end();
    return;
  }
  const { status, headers, body } = await page.respond(url.pathname);
  response.writeHead(status, { ...headers, "content-length": body.byteLength });
  response.end(request.method === "HEAD" ? undefined : body);
}

function refuseUpgrade(request: IncomingMessage, access: AccessControl): Refusal | null {
  const refusal = access.refuseSource(request, true);
  if (refusal !== null) return refusal;
  if (request.url !== rpcPath) {
    return { status: 403, message: `Connections go to ${rpcPath}.` };
  }
  return access.refuseStranger(request);
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(`${message}\n`);
}

/** An upgrade is refused before there is a response object to do it with. */
const rawResponse = ({ status, message }: Refusal): string =>
  `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n` +
  `content-length: ${Buffer.byteLength(message) + 1}\r\n\r\n${message}\n`;

/** How long a page may take to answer the close of its connection. */
const farewellMs = 500;

async function close(http: Server, sockets: WebSocketServer): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  sockets.close();
  for (const socket of sockets.clients) socket.close(1001, "the server ends");
  const deadline = setTimeout(() => {
    http.closeAllConnections();
    for (const socket of sockets.clients) socket.terminate();
  }, farewellMs);
  http.closeIdleConnections();
  await closed;
  clearTimeout(deadline);
}
