import { byPattern, group, numberOf, path, type Recogniser } from "./recogniser.ts";

/** 17204, 17207, 5120 and 5123: the operating system did not give a file. */
export interface FileFailureMessage {
  readonly kind: "fileNotOpened";
  readonly file: string;
  /** 2 not found, 3 no such path, 5 access denied, 32 in use, ... */
  readonly osError: number;
  readonly osText: string;
}

/** 3(The system cannot find the path specified.) */
const osError = String.raw`(\d{1,10})\((.{0,400}?)\)`;
/** What of the server asked for the file: "FCB::Open failed", "FileMgr::StartLogFiles". */
const component = String.raw`[\w:~ ]{1,80}?`;
const components = ["FCB::Open", "FileMgr::", "fcb::", "udopen"];

const read = (match: RegExpExecArray, file: number, os: number): FileFailureMessage => ({
  kind: "fileNotOpened",
  file: group(match, file),
  osError: numberOf(match, os),
  osText: group(match, os + 1),
});

export const fileFailureRecognisers: readonly Recogniser[] = [
  byPattern(
    components,
    new RegExp(
      String.raw`^${component}: Could not open file ${path} for file number \d{1,6}\.\s{1,4}OS error: ${osError}`,
    ),
    (match) => read(match, 1, 2),
    [17_204],
  ),
  byPattern(
    components,
    new RegExp(
      `^${component}: Operating system error ${osError} occurred while creating or opening file '${path}'`,
    ),
    (match) => read(match, 3, 1),
    [17_207],
  ),
  byPattern(
    ['Unable to open the physical file "'],
    new RegExp(
      String.raw`^Unable to open the physical file "${path}"\. Operating system error \d{1,10}: "${osError}"`,
    ),
    (match) => read(match, 1, 2),
    [5120],
  ),
  byPattern(
    ["CREATE FILE encountered operating system error "],
    new RegExp(
      `^CREATE FILE encountered operating system error ${osError} while attempting to open or create the physical file '${path}'`,
    ),
    (match) => read(match, 3, 1),
    [5123],
  ),
];
