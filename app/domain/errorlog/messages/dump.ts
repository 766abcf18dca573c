import { always, byStart, lineEnd, number, type Recogniser, says, text } from "./recogniser.ts";

export type DumpMessage =
  | { readonly kind: "stackDump"; readonly path: string }
  /** A line of its body: asterisks, module lists, registers, the stack. */
  | {
      readonly kind: "dumpLine";
      /** Nothing but a dump prints it: its heading, and the signature of its stack. */
      readonly isProof: boolean;
      /** The file of the dump could not be made. */
      readonly isUnwritten: boolean;
    }
  /** The library that reads stacks was loaded: before a dump, and at starts without one. */
  | { readonly kind: "debugHelp" }
  | { readonly kind: "exception"; readonly session: number | null; readonly words: string };

/** In capitals, as the product prints addresses: many words begin with the other letters. */
const hexDigits = [..."0123456789ABCDEF"];
/** Frames of the stack begin with an address: "00007FFB1C2D3E4F Module(sqlmin+00000000000A1B2C)". */
const addressStarts = hexDigits.flatMap((first) =>
  hexDigits.flatMap((second) => hexDigits.map((third) => `${first}${second}${third}`)),
);

const proofStarts = ["* BEGIN STACK DUMP", "Stack Signature for the dump is"];

const bodyStarts = [
  "**Dump thread - spid",
  "***Unable to get thread context",
  "* ",
  "External dump process ",
  "Timeout waiting for external dump process",
];

const asterisks = new RegExp(String.raw`^\*+${lineEnd}`);

const dumpLine: DumpMessage = { kind: "dumpLine", isProof: false, isUnwritten: false };

export const dumpRecognisers: readonly Recogniser[] = [
  says(
    "stackDump",
    String.raw`\*\*\*Stack Dump being sent to ?(.{1,520})`,
    { path: (file) => text(file).trim() },
    { starts: ["***Stack Dump being sent to"] },
  ),
  says(
    "exception",
    String.raw`SqlDumpExceptionHandler: Process {int} generated fatal exception (.{1,200}?)\. SQL Server is terminating this process`,
    { session: number, words: text },
  ),
  says(
    "exception",
    String.raw`SQL Server is terminating because of (fatal exception [0-9a-fA-F]{1,16})\b`,
    { words: text, session: always(null) },
  ),
  says(
    "exception",
    String.raw`SQL Server Assertion: (File: .{1,400}?Failed Assertion = '.{1,400}?'\.?)(?:\s|$)`,
    { words: text, session: always(null) },
  ),
  byStart(["Using 'dbghelp.dll' version", "CImageHelper::Init"], { kind: "debugHelp" }),
  byStart(proofStarts, { ...dumpLine, isProof: true }),
  byStart("Unable to create stack dump file", { ...dumpLine, isProof: true, isUnwritten: true }),
  byStart("Unable to create dump", { ...dumpLine, isUnwritten: true }),
  byStart(bodyStarts, dumpLine),
  // A line may be asterisks alone; what goes on otherwise is none of a dump.
  { starts: ["*"], read: (line) => (asterisks.test(line) ? dumpLine : null) },
  { starts: addressStarts, read: (line) => (isFrame(line) ? dumpLine : null) },
];

const frame = /^(?:[0-9A-F]{8}|[0-9A-F]{16}) (?:Module\(|\(|[0-9A-F]{8})/;

/** Many words begin with letters that are digits too; the blank behind an address tells at once. */
const isFrame = (line: string): boolean =>
  (line[8] === " " || line[16] === " ") && frame.test(line);
