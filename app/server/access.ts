/**
 * Who may talk to the loopback server. Any program of this machine, and any web page in any browser
 * on it, can reach the port; only who knows the token may use it:
 * - Host must name this server: a foreign name that resolves to 127.0.0.1 (DNS rebinding) does not.
 * - Origin, which browsers send and pages cannot forge, must be the server's own page.
 * - The token comes once in the URL that was printed, and from then on as a cookie that scripts
 *   cannot read and other sites' requests do not carry.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

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
    return `${this.origin}/?token=${encodeURIComponent(this.#token)}`;
  }

  /** Cookies are shared between the ports of a host: the name keeps two servers apart. */
  get #cookieName(): string {
    return `snapscope-${this.#port}`;
  }

  get cookie(): string {
    return `${this.#cookieName}=${this.#token}; HttpOnly; SameSite=Strict; Path=/`;
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

  isToken(given: string | null): boolean {
    if (given === null) return false;
    // Digests have one length and tell nothing about how much of the token was right.
    return timingSafeEqual(digest(given), digest(this.#token));
  }

  hasCookie({ headers }: IncomingMessage): boolean {
    const prefix = `${this.#cookieName}=`;
    const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
    return cookies.some(
      (cookie) => cookie.startsWith(prefix) && this.isToken(cookie.slice(prefix.length)),
    );
  }

  readonly needsToken: Refusal = {
    status: 401,
    message:
      "Open the address that snapscope serve printed, with its token. If you followed a link, " +
      "paste the address into the address bar instead.",
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
