import { byPattern, byStart, group, name, numberOf, type Recogniser } from "./recogniser.ts";

export type ServerMessage =
  /** First record of a log: the version and what it runs on, over several lines. */
  | {
      readonly kind: "serverBanner";
      /** "Microsoft SQL Server 2019 (RTM-CU15)". */
      readonly product: string;
      /** "15.0.4198.2". */
      readonly build: string;
      /** "Enterprise Edition: Core-based Licensing (64-bit)". */
      readonly edition: string | null;
      /** "Windows Server 2019 Standard 10.0 <X64> (Build 17763: ) (Hypervisor)". */
      readonly platform: string | null;
    }
  | { readonly kind: "serverName"; readonly host: string }
  | { readonly kind: "serverProcess"; readonly pid: number }
  | { readonly kind: "utcAdjustment"; readonly minutes: number }
  | { readonly kind: "startupParameters"; readonly parameters: readonly string[] }
  | {
      readonly kind: "processorsDetected";
      readonly sockets: number | null;
      readonly logicalProcessors: number;
    }
  | { readonly kind: "memoryDetected"; readonly megabytes: number }
  | { readonly kind: "serverReady" }
  /** The reason as the product words it: "a system shutdown", "a 'stop' request from Service Control Manager". */
  | { readonly kind: "serverStopping"; readonly reason: string }
  | { readonly kind: "logCycled" };

const bannerHead =
  /^(Microsoft (?:SQL Server|Azure SQL|SQL Azure).{0,80}?)\s+-\s+(\d{1,2}\.\d{1,2}\.\d{1,5}(?:\.\d{1,5})?)\s/;
/** The number of the update's article says nothing that the level of the update does not. */
const articleNumber = /\s*\(KB\d+\)/g;
const copyrightOwner =
  /Copyright \([cC]\) [^\n]{0,40}?Microsoft Corporation\.?(?: All rights reserved\.)?\s+/;
/** The banner is a few hundred characters; a continuation may be anything. */
const bannerLimit = 2000;

/** The edition's line follows the copyright; exports may have put all on one line. */
function readBanner(text: string): ServerMessage | null {
  const banner = text.slice(0, bannerLimit);
  const head = bannerHead.exec(banner);
  if (head === null) return null;
  const product = group(head, 1).replaceAll(articleNumber, "").replaceAll(/\s+/g, " ");
  const owner = copyrightOwner.exec(banner);
  const tail = owner === null ? "" : banner.slice(owner.index + owner[0].length);
  const line = tail.split(/[\r\n]/, 1)[0] ?? "";
  const at = line.indexOf(" on ");
  return {
    kind: "serverBanner",
    product,
    build: group(head, 2),
    edition: at < 0 ? line.trim() || null : line.slice(0, at).trim(),
    platform: at < 0 ? null : line.slice(at + 4).trim(),
  };
}

/** "-T 1222", one to a line; before 2008 each is a record of its own. */
function readParameters(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith("-"));
}

const lettersOfParameters = [
  "d",
  "l",
  "e",
  "T",
  "t",
  "g",
  "k",
  "m",
  "f",
  "x",
  "s",
  "n",
  "c",
  "h",
  "y",
];

export const serverRecognisers: readonly Recogniser[] = [
  {
    starts: ["Microsoft SQL Server", "Microsoft Azure SQL", "Microsoft SQL Azure"],
    read: readBanner,
  },
  byPattern(["UTC adjustment: "], /^UTC adjustment: ([+-]?)(\d{1,2}):(\d{2})/, (match) => ({
    kind: "utcAdjustment",
    minutes: (match[1] === "-" ? -1 : 1) * (numberOf(match, 2) * 60 + numberOf(match, 3)),
  })),
  byPattern(["Server name is '"], new RegExp(`^Server name is '${name}'\\.`), (match) => ({
    kind: "serverName",
    host: group(match, 1),
  })),
  byPattern(["Server process ID is "], /^Server process ID is (\d+)/, (match) => ({
    kind: "serverProcess",
    pid: numberOf(match, 1),
  })),
  {
    starts: ["Registry startup ", "Command Line Startup "],
    read: (text) =>
      /^(?:Registry startup|Command Line Startup) [Pp]arameters:/.test(text)
        ? { kind: "startupParameters", parameters: readParameters(text) }
        : null,
  },
  byPattern(
    ["\t -", ...lettersOfParameters.map((letter) => `-${letter}`)],
    /^(?:\t )?(-[a-zA-Z](?:[ \t].{0,600}|\d{0,6}))(?:[\r\n]|$)/,
    (match) => ({ kind: "startupParameters", parameters: [group(match, 1).trim()] }),
  ),
  byPattern(
    ["SQL Server detected "],
    /^SQL Server detected (\d+) sockets? with .{1,120}?, (\d+) total logical processors/,
    (match) => ({
      kind: "processorsDetected",
      sockets: numberOf(match, 1),
      logicalProcessors: numberOf(match, 2),
    }),
  ),
  byPattern(["Detected "], /^Detected (\d+) CPUs\./, (match) => ({
    kind: "processorsDetected",
    sockets: null,
    logicalProcessors: numberOf(match, 1),
  })),
  byPattern(["Detected "], /^Detected (\d+) MB of RAM\b/, (match) => ({
    kind: "memoryDetected",
    megabytes: numberOf(match, 1),
  })),
  byStart("SQL Server is now ready for client connections", { kind: "serverReady" }),
  byPattern(
    ["SQL Server is terminating "],
    // A fatal exception is no orderly end.
    /^SQL Server is terminating (?:because of (?!fatal exception)|in response to |due to )(.{1,200}?)\.(?:\s|$)/,
    (match) => ({ kind: "serverStopping", reason: group(match, 1) }),
  ),
  byPattern(
    ["SQL Server shutdown due to "],
    /^SQL Server shutdown due to (.{1,200}?)\.(?:\s|$)/,
    (match) => ({ kind: "serverStopping", reason: group(match, 1) }),
  ),
  byPattern(
    ["Server shut down by "],
    /^Server shut down by (.{1,300}?)\.?(?:[\r\n]|$)/,
    (match) => ({
      kind: "serverStopping",
      reason: group(match, 1),
    }),
  ),
  byStart(["The error log has been reinitialized", "Attempting to cycle error log"], {
    kind: "logCycled",
  }),
];
