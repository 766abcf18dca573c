/** Six lines, which are five records, in every encoding and with every line end; and damage. */
import {
  alone,
  type ExpectedCapture,
  type ExpectedFile,
  type ExpectedPhase,
  log,
} from "./expectation.ts";

const span = ["2021-03-04T10:00:00.000", "2021-03-04T10:00:03.000"] as const;
const figures = { lines: 6, records: 5, errors: 1, unrecognised: 2 };
const kinds = { startingUp: 1, errorHeader: 1, logonFailed: 1 };

/** All that is known of a database that opens while the server runs. */
const opens = (database: string, atMs = 0): ExpectedPhase => [
  "recovery",
  database,
  atMs,
  atMs,
  "logged",
  "bound",
];

const five = (name: string, database: string, more: Partial<ExpectedFile> = {}): ExpectedCapture =>
  alone(log(name, span, { ...figures, ...more }), kinds, {
    phases: [opens(database)],
    findings: ["failedLogons"],
  });

/** What the file says of its code page. */
const told = { notes: [] };
const guessed = {
  notes: [
    "Some of its text is no UTF-8, and too little to tell the code page: it was read as Windows-1252, so letters of other languages may be wrong.",
  ],
};

/** The five and two more of a file that was appended. */
const seven = { lines: 8, records: 7, errors: 1, unrecognised: 3 };
const longSpan = [span[0], "2021-03-04T10:00:05.000"] as const;

export const encodings: readonly ExpectedCapture[] = [
  five("encoding-utf-8.log", "Sales"),
  five("encoding-utf-8-mark.log", "Verkäufe"),
  five("encoding-utf-16le.log", "Продажи", { encoding: "utf-16le" }),
  five("encoding-utf-16le-no-mark.log", "Sales", { encoding: "utf-16le" }),
  five("encoding-utf-16be.log", "Verkäufe", { encoding: "utf-16be" }),
  five("encoding-utf-16be-no-mark.log", "Sales", { encoding: "utf-16be" }),
  // A word or two tell no code page.
  five("encoding-windows-1252.log", "Verkäufe", { encoding: "windows-1252", facts: guessed }),
  five("encoding-windows-1251-one-name.log", "Ïðîäàæè", {
    encoding: "windows-1252",
    facts: guessed,
  }),
  five("encoding-windows-1250.log", "Księgowość", { encoding: "windows-1250", facts: told }),
  five("encoding-windows-1251.log", "Продажи", { encoding: "windows-1251", facts: told }),
  five("encoding-932.log", "販売管理", { encoding: "shift_jis", facts: told }),
  five("encoding-936.log", "销售管理", { encoding: "gb18030", facts: told }),
  // Two lone surrogates in the record that nothing knows.
  five("encoding-utf-16-broken.log", "Sales", { encoding: "utf-16le" }),
  five("encoding-zero-bytes.log", "Sales"),
  // Half a character behind the last line: it goes on with the last record.
  five("encoding-utf-16-half-character.log", "Sales", { encoding: "utf-16le" }),
  alone(
    log("encoding-utf-16-then-utf-8.log", longSpan, { ...seven, encoding: "mixed" }),
    { startingUp: 2, errorHeader: 1, logonFailed: 1 },
    {
      phases: [opens("Sales"), opens("Stock", 4000)],
      findings: ["failedLogons"],
      pieces: [
        { bytes: 850, encoding: "utf-16le" },
        { bytes: 0, encoding: "utf-8" },
      ],
    },
  ),
  alone(
    log("encoding-two-copied-together.log", longSpan, { ...seven, encoding: "utf-16le" }),
    { startingUp: 2, errorHeader: 1, logonFailed: 1 },
    { phases: [opens("Sales"), opens("Stock", 4000)], findings: ["failedLogons"] },
  ),
  alone(
    log("encoding-utf-8-and-1252.log", [span[0], "2021-03-04T10:00:04.000"], {
      lines: 7,
      records: 6,
      errors: 1,
      unrecognised: 2,
      encoding: "mixed",
    }),
    { startingUp: 2, errorHeader: 1, logonFailed: 1 },
    {
      phases: [opens("Verkäufe"), opens("Größe", 4000)],
      findings: ["failedLogons"],
      pieces: [
        { bytes: 436, encoding: "utf-8" },
        { bytes: 0, encoding: "windows-1252" },
      ],
    },
  ),
  five("line-ends-crlf.log", "Sales"),
  five("line-ends-cr-cr-lf.log", "Sales"),
  five("line-ends-cr.log", "Sales"),
  five("line-ends-lf-inside.log", "Sales"),
  five("line-ends-cr-cr-lf-inside.log", "Sales"),
  five("line-ends-cr-inside.log", "Sales"),
  five("line-ends-none-at-end.log", "Sales"),
  five("line-ends-blank-lines.log", "Sales", { lines: 13 }),
];
