/**
 * Who may talk to the loopback server. Any program of this machine, and any web page in any browser
 * on it, can reach the port; the files of the page are for all of them, the services for nobody who
 * does not know the token:
 * - Host must name this server: a foreign name that resolves to 127.0.0.1 (DNS rebinding) does not.
 * - Origin, which browsers send and pages cannot forge, must be the server's own page.
 * - The token comes in the fragment of the printed address, stays in the page's tab and goes with each
 *   connection (app/transport/loopback-access.ts). It is no cookie: those go to every port of a host,
 *   so any other server of this machine that the user visits would get it.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  fragmentOf,
  tokenOfAuthorization,
  tokenOfProtocols,
} from "../transport/loopback-access.ts";

export interface Refusal {
  readonly status: 401 | 403 | 405;
  readonly message: string;
}

export class AccessControl {
  readonly #port: number;
  readonly #token: string;

  constructor(port: number, token: string) {
    this.#port = port;
    this.#token = token;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The URL for the user to open. */
  get entryUrl(): string {
    return `${this.origin}/${fragmentOf(this.#token)}`;
  }

  /** Checks what holds for every request, before the token. */
  refuseSource({ method, headers }: IncomingMessage, isUpgrade: boolean): Refusal | null {
    if (headers.host !== `127.0.0.1:${this.#port}`) {
      return {
        status: 403,
        message: `This server is ${this.origin} and answers to no other name.`,
      };
    }
    const foreign = headers.origin !== undefined && headers.origin !== this.origin;
    if (foreign || (isUpgrade && headers.origin === undefined)) {
      return { status: 403, message: "Only the server's own page may connect to it." };
    }
    if (method !== "GET" && method !== "HEAD") {
      return { status: 405, message: "Only GET and HEAD are allowed." };
    }
    return null;
  }

  /** Null: the request carries the token, be it that of a connection or a question. */
  refuseStranger({ headers }: IncomingMessage): Refusal | null {
    const given =
      tokenOfProtocols(headers["sec-websocket-protocol"]) ??
      tokenOfAuthorization(headers.authorization);
    return given !== null && this.#isToken(given) ? null : needsToken;
  }

  #isToken(given: string): boolean {
    // Digests have one length and tell nothing about how much of the token was right.
    return timingSafeEqual(digest(given), digest(this.#token));
  }
}

const needsToken: Refusal = {
  status: 401,
  message: "Open the address that snapscope serve printed, with its token.",
};

const digest = (text: string) => createHash("sha256").update(text).digest();
