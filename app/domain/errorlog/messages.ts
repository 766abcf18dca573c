/**
 * The messages that mean something to Snapscope, one recogniser each. A text is tried against them
 * in order; one that none knows stays "other" and is kept as it is.
 */

interface Recovered {
  readonly database: string;
  readonly databaseId: number;
}

interface Progress extends Recovered {
  readonly percent: number;
  readonly secondsRemaining: number;
}

export type Message =
  | { readonly kind: "creatingFile"; readonly path: string }
  | { readonly kind: "closingFile"; readonly fileId: number; readonly path: string }
  | { readonly kind: "openingFile"; readonly fileId: number; readonly path: string }
  | {
      readonly kind: "flushCache";
      readonly buffers: number;
      readonly writes: number;
      readonly durationMs: number;
      readonly avoided: number;
    }
  | { readonly kind: "startingUp"; readonly database: string }
  | ({ readonly kind: "recoveryStarting" } & Recovered)
  | ({ readonly kind: "analysisStarting" } & Recovered)
  | ({ readonly kind: "analysisProgress" } & Progress)
  | ({ readonly kind: "redoStarting" } & Recovered)
  | ({
      readonly kind: "recoveryEstimate";
      readonly redoBytes: number;
      readonly undoRecords: number;
    } & Recovered)
  | ({ readonly kind: "recoveryProgress"; readonly phase: number } & Progress)
  | ({ readonly kind: "recoveryCompleted" } & Recovered)
  | { readonly kind: "other" };

interface Recogniser {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => Message;
}

/** Named groups of a match; a recogniser reads only groups that its pattern always sets. */
class Groups {
  readonly #values: Readonly<Record<string, string | undefined>>;
  constructor(values: Readonly<Record<string, string | undefined>>) {
    this.#values = values;
  }
  text(name: string): string {
    return this.#values[name] ?? "";
  }
  number(name: string): number {
    return Number(this.text(name));
  }
  recovered(): Recovered {
    return { database: this.text("database"), databaseId: this.number("databaseId") };
  }
  progress(): Progress {
    return {
      ...this.recovered(),
      percent: this.number("percent"),
      secondsRemaining: this.number("seconds"),
    };
  }
}

/** RECOVERY (name, id): ...; a name may hold anything but a line end. */
const recovery = String.raw`^RECOVERY \((?<database>.+), (?<databaseId>\d+)\): `;
const progressOf = (what: string) =>
  String.raw`^${what} of database '(?<database>.+)' \((?<databaseId>\d+)\) is (?<percent>\d+)% complete \(approximately (?<seconds>\d+) seconds? remain\)\.`;

const recognisers: readonly Recogniser[] = [
  {
    pattern: /^Creating file (?<path>.+?)\.?$/,
    read: (groups) => ({ kind: "creatingFile", path: groups.text("path") }),
  },
  {
    pattern: /^Closing file \((?<id>\d+)\):(?<path>.+?)\.?$/,
    read: (groups) => ({
      kind: "closingFile",
      fileId: groups.number("id"),
      path: groups.text("path"),
    }),
  },
  {
    pattern: /^Opening file \((?<id>\d+)\):(?<path>.+?)\.?$/,
    read: (groups) => ({
      kind: "openingFile",
      fileId: groups.number("id"),
      path: groups.text("path"),
    }),
  },
  {
    // Later releases append throughput and latency to this; the head is the same in all of them.
    pattern:
      /^FlushCache: cleaned up (?<buffers>\d+) bufs with (?<writes>\d+) writes in (?<ms>\d+) ms \(avoided (?<avoided>\d+) new dirty bufs\)/,
    read: (groups) => ({
      kind: "flushCache",
      buffers: groups.number("buffers"),
      writes: groups.number("writes"),
      durationMs: groups.number("ms"),
      avoided: groups.number("avoided"),
    }),
  },
  {
    pattern: /^Starting up database '(?<database>.+)'\.?$/,
    read: (groups) => ({ kind: "startingUp", database: groups.text("database") }),
  },
  {
    pattern: new RegExp(`${recovery}Starting$`),
    read: (groups) => ({ kind: "recoveryStarting", ...groups.recovered() }),
  },
  {
    pattern: new RegExp(`${recovery}Analysis starting$`),
    read: (groups) => ({ kind: "analysisStarting", ...groups.recovered() }),
  },
  {
    pattern: new RegExp(progressOf("Analysis")),
    read: (groups) => ({ kind: "analysisProgress", ...groups.progress() }),
  },
  {
    pattern: new RegExp(`${recovery}Redo starting$`),
    read: (groups) => ({ kind: "redoStarting", ...groups.recovered() }),
  },
  {
    pattern: new RegExp(
      String.raw`${recovery}Estimate REDO (?<redoBytes>\d+) bytes, UNDO (?<undoRecords>\d+) records\.`,
    ),
    read: (groups) => ({
      kind: "recoveryEstimate",
      ...groups.recovered(),
      redoBytes: groups.number("redoBytes"),
      undoRecords: groups.number("undoRecords"),
    }),
  },
  {
    pattern: new RegExp(String.raw`${progressOf("Recovery")} Phase (?<phase>\d) of 3\.`),
    read: (groups) => ({
      kind: "recoveryProgress",
      ...groups.progress(),
      phase: groups.number("phase"),
    }),
  },
  {
    pattern:
      /^SQL recovery \(analysis, redo and undo\) completed for database \((?<database>.+), (?<databaseId>\d+)\)/,
    read: (groups) => ({ kind: "recoveryCompleted", ...groups.recovered() }),
  },
];

export function recognise(text: string): Message {
  for (const { pattern, read } of recognisers) {
    const match = pattern.exec(text);
    if (match !== null) return read(new Groups(match.groups ?? {}));
  }
  return { kind: "other" };
}
