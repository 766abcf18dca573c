import { number, type Recogniser, says, text } from "./recogniser.ts";

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
const starts = ["FCB::Open", "FileMgr::", "fcb::", "udopen"];
const fileFirst = { file: text, osError: number, osText: text };
const fileLast = { osError: number, osText: text, file: text };

export const fileFailureRecognisers: readonly Recogniser[] = [
  says(
    "fileNotOpened",
    String.raw`${component}: Could not open file {path} for file number \d{1,6}\.\s{1,4}OS error: ${osError}`,
    fileFirst,
    { starts, errors: [17_204] },
  ),
  says(
    "fileNotOpened",
    `${component}: Operating system error ${osError} occurred while creating or opening file '{path}'`,
    fileLast,
    { starts, errors: [17_207] },
  ),
  says(
    "fileNotOpened",
    String.raw`Unable to open the physical file "{path}"\. Operating system error \d{1,10}: "${osError}"`,
    fileFirst,
  ),
  says(
    "fileNotOpened",
    `CREATE FILE encountered operating system error ${osError} while attempting to open or create the physical file '{path}'`,
    fileLast,
  ),
];
