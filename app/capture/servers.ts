/**
 * Which server each log of a capture is of. Every start of a server prints its name; a log that was cycled
 * has none, but the process id of the start before.
 */
import { LogAnalysis } from "../domain/errorlog/analysis/log-analysis.ts";
import type { ServerResult } from "../domain/errorlog/analysis/several-servers.ts";
import { decode } from "./errorlog/encoding.ts";
import type { InputFile } from "./input-file.ts";
import { read } from "./read-bytes.ts";

type LogFile = Extract<InputFile, { kind: "product" | "form" }>;

/** The records of a start are the first of a log. */
const headBytes = 64 * 1024;
const serverName = /Server name is '([^'\r\n]{1,256})'\./;
const processIds = /Server process ID is (\d{1,10})\b/g;

interface Identity {
  readonly name: string | null;
  readonly processIds: readonly string[];
}

function identityOf(log: LogFile): Identity {
  const text = log.kind === "form" ? log.text : headOf(log);
  return {
    name: serverName.exec(text)?.[1] ?? null,
    processIds: Array.from(text.matchAll(processIds), ([, id = ""]) => id),
  };
}

function headOf({ descriptor, size, detected, encodings }: LogFile): string {
  const head = read(descriptor, Math.min(size, headBytes));
  return decode(head, detected.markBytes, head.length, detected.encoding, encodings.page);
}

const keyOf = (name: string): string => name.toUpperCase();

/**
 * Names of the servers, by log. A log without one is of the only server that there is, or of the one that
 * had its process; null: nobody knows.
 */
function serversOf(logs: readonly LogFile[]): readonly (string | null)[] {
  const identities = logs.map(identityOf);
  const named = new Map(
    identities.flatMap(({ name }) => (name === null ? [] : [[keyOf(name), name] as const])),
  );
  if (named.size <= 1) {
    const [only = null] = named.values();
    return logs.map(() => only);
  }
  return identities.map(({ name, processIds }) => {
    const owner = name === null ? ownerOf(processIds, identities) : keyOf(name);
    return owner === null ? null : (named.get(owner) ?? null);
  });
}

/** The one named server that had a process of this id; null: none, or several. */
function ownerOf(processIds: readonly string[], identities: readonly Identity[]): string | null {
  const owners = new Set(
    identities.flatMap(({ name, processIds: known }) =>
      name !== null && known.some((id) => processIds.includes(id)) ? [keyOf(name)] : [],
    ),
  );
  const [owner = null] = owners;
  return owners.size === 1 ? owner : null;
}

/** An analysis for each server: one knows nothing of another. */
export class ServerAnalyses {
  readonly #servers: readonly (string | null)[];
  readonly #analyses = new Map<string | null, LogAnalysis>();
  readonly #originMs: number;

  constructor(logs: readonly LogFile[], originMs: number) {
    this.#originMs = originMs;
    this.#servers = serversOf(logs);
    // All at once: findings name their server from the first one on.
    for (const server of this.#servers) this.#analysisOf(server);
  }

  /** The analysis of the log at this position. */
  of(position: number): LogAnalysis {
    return this.#analysisOf(this.#servers[position] ?? null);
  }

  results(): readonly ServerResult[] {
    return Array.from(this.#analyses, ([server, analysis]) => ({
      server,
      result: analysis.result(),
    }));
  }

  #analysisOf(server: string | null): LogAnalysis {
    const known = this.#analyses.get(server);
    if (known !== undefined) return known;
    const analysis = new LogAnalysis({ originMs: this.#originMs });
    this.#analyses.set(server, analysis);
    return analysis;
  }
}
