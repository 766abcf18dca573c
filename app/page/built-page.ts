/** The built UI as a host hands it out: its files, their types, and the headers that guard them. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { contentPolicy } from "./content-policy.ts";

export interface PageResponse {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** What the build wrote into index.html where the nonce belongs. */
const noncePlaceholder = "__CSP_NONCE__";
const indexFile = "index.html";

/** Names in this folder hold a hash of their contents: they never change. */
const hashedFolder = "assets/";

export class BuiltPage {
  readonly #folder: string;
  readonly #connections: readonly string[];

  /** `connections`: what the page may connect to beside its own origin. */
  constructor(folder: string, connections: readonly string[] = []) {
    this.#folder = folder;
    this.#connections = connections;
  }

  static isBuilt(folder: string): boolean {
    return existsSync(join(folder, indexFile));
  }

  /** `path` as it stands in a URL, "/" for the page itself. */
  async respond(path: string): Promise<PageResponse> {
    const name = fileNameOf(path);
    const type = name === null ? undefined : types[extname(name)];
    if (name === null || type === undefined) return notFound;
    try {
      const bytes = await readFile(join(this.#folder, name));
      return name === indexFile ? this.#page(bytes.toString("utf8")) : file(name, type, bytes);
    } catch (error) {
      if (isMissing(error)) return notFound;
      throw error;
    }
  }

  #page(html: string): PageResponse {
    const nonce = randomBytes(16).toString("base64");
    return {
      status: 200,
      headers: {
        ...guards,
        "content-type": types[".html"] ?? "",
        "cache-control": "no-store",
        "content-security-policy": contentPolicy(nonce, this.#connections),
      },
      body: new TextEncoder().encode(html.replaceAll(noncePlaceholder, nonce)),
    };
  }
}

const guards = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

const file = (name: string, type: string, bytes: Uint8Array<ArrayBuffer>): PageResponse => ({
  status: 200,
  headers: {
    ...guards,
    "content-type": type,
    "cache-control": name.startsWith(hashedFolder)
      ? "public, max-age=31536000, immutable"
      : "no-cache",
  },
  body: bytes,
});

const notFound: PageResponse = {
  status: 404,
  headers: { ...guards, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: new TextEncoder().encode("There is no such file.\n"),
};

/** A file below the folder, by plain names only; null for any path that tries something else. */
function fileNameOf(path: string): string | null {
  if (path === "/") return indexFile;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path.slice(1));
  } catch {
    return null;
  }
  const plain = decoded.split("/").every((part) => /^[\w-][\w.-]*$/.test(part));
  return path.startsWith("/") && plain ? decoded : null;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(ENOENT|ENOTDIR|EISDIR)$/.test(`${error.code}`);
