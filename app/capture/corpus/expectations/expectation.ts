/** What the corpus is expected to mean, written by hand: shapes, and short forms of the usual cases. */
import type { CaptureFile, Encoding, ErrorlogForm } from "../../../contract/capture.ts";
import type { PhaseName, TimeSource } from "../../../contract/phase.ts";
import type { MessageKind } from "../../../domain/errorlog/messages/message.ts";

export interface ExpectedFile {
  /** Below `logs`. */
  readonly name: string;
  readonly form: ErrorlogForm | null;
  readonly encoding: Encoding;
  readonly lines: number;
  readonly records: number;
  readonly errors: number;
  readonly unrecognised: number;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  /** By how many ms the clock goes back, each time. */
  readonly steps: readonly number[];
  /** Further figures of the file that this case is about. */
  readonly facts?: Partial<CaptureFile>;
}

/** Name, whose it is, start and end in ms from origin (null: open), where both come from. */
export type ExpectedPhase = readonly [
  name: PhaseName,
  of: string | null,
  startMs: number,
  endMs: number | null,
  startSource: TimeSource,
  endSource: TimeSource | null,
];

export interface ExpectedCapture {
  /** Below `logs`, in the order in which they are handed in. */
  readonly open: readonly string[];
  /** In the order of the capture. */
  readonly files: readonly ExpectedFile[];
  /** Counts of records by what they mean; those without a meaning are in `unrecognised`. */
  readonly kinds: Readonly<Partial<Record<MessageKind, number>>>;
  /** In order of their start. */
  readonly phases: readonly ExpectedPhase[];
  /** Ids of the findings' rules, each as often as it finds something. */
  readonly findings: readonly string[];
  /** Pieces of the input that decode differently, for input in several encodings. */
  readonly pieces?: readonly { readonly bytes: number; readonly encoding: string }[];
}

/** An ERRORLOG in UTF-8 as the product writes it, without errors, every record understood. */
export function log(
  name: string,
  span: readonly [first: string, last: string] | null,
  figures: Partial<ExpectedFile> & Pick<ExpectedFile, "lines" | "records">,
): ExpectedFile {
  return {
    name,
    form: "product",
    encoding: "utf-8",
    errors: 0,
    unrecognised: 0,
    firstTime: span === null ? null : span[0],
    lastTime: span === null ? null : span[1],
    steps: [],
    ...figures,
  };
}

/** A capture of one file in which nothing takes time and nothing is wrong, but for `more`. */
export const alone = (
  file: ExpectedFile,
  kinds: ExpectedCapture["kinds"],
  more: Partial<ExpectedCapture> = {},
): ExpectedCapture => ({
  open: [file.name],
  files: [file],
  kinds,
  phases: [],
  findings: [],
  ...more,
});

/** A file that is refused, and what its message must say. */
export interface ExpectedRefusal {
  readonly name: string;
  readonly message: RegExp;
}
