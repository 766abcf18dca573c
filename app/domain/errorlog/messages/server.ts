import {
  always,
  byPattern,
  byStart,
  group,
  number,
  type Recogniser,
  says,
  text,
} from "./recogniser.ts";

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
function readBanner(message: string): ServerMessage | null {
  const banner = message.slice(0, bannerLimit);
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
function readParameters(message: string): string[] {
  return message
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith("-"));
}

const parameterStarts = [..."dleTtgkmfxsnchy"].map((letter) => `-${letter}`);

export const serverRecognisers: readonly Recogniser[] = [
  {
    starts: ["Microsoft SQL Server", "Microsoft Azure SQL", "Microsoft SQL Azure"],
    read: readBanner,
  },
  byPattern(["UTC adjustment: "], /^UTC adjustment: ([+-]?)(\d{1,2}):(\d{2})/, (match) => ({
    kind: "utcAdjustment",
    minutes: (match[1] === "-" ? -1 : 1) * (number(match[2]) * 60 + number(match[3])),
  })),
  says("serverName", String.raw`Server name is '{name}'\.`, { host: text }),
  says("serverProcess", "Server process ID is {int}", { pid: number }),
  {
    starts: ["Registry startup ", "Command Line Startup "],
    read: (message) =>
      /^(?:Registry startup|Command Line Startup) [Pp]arameters:/.test(message)
        ? { kind: "startupParameters", parameters: readParameters(message) }
        : null,
  },
  says(
    "startupParameters",
    String.raw`(?:\t )?(-[a-zA-Z](?:[ \t].{0,600}|\d{0,6}))(?:[\r\n]|$)`,
    { parameters: (parameter) => [text(parameter).trim()] },
    { starts: ["\t -", ...parameterStarts] },
  ),
  says(
    "processorsDetected",
    "SQL Server detected {int} sockets? with .{1,120}?, {int} total logical processors",
    { sockets: number, logicalProcessors: number },
  ),
  says("processorsDetected", String.raw`Detected {int} CPUs\.`, {
    sockets: always(null),
    logicalProcessors: number,
  }),
  says("memoryDetected", String.raw`Detected {int} MB of RAM\b`, { megabytes: number }),
  byStart("SQL Server is now ready for client connections", { kind: "serverReady" }),
  // A fatal exception is no orderly end.
  says(
    "serverStopping",
    String.raw`SQL Server (?:is terminating (?:because of (?!fatal exception)|in response to |due to )|shutdown due to )(.{1,200}?)\.(?:\s|$)`,
    { reason: text },
    { starts: ["SQL Server is terminating ", "SQL Server shutdown due to "] },
  ),
  says("serverStopping", String.raw`Server shut down by (.{1,300}?)\.?(?:[\r\n]|$)`, {
    reason: text,
  }),
  byStart(["The error log has been reinitialized", "Attempting to cycle error log"], {
    kind: "logCycled",
  }),
];
