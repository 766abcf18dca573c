/** Consoles of containers: prefixes of runtimes, lines of other programs, records that share a line. */
import {
  alone,
  type ExpectedCapture,
  type ExpectedFile,
  type ExpectedPhase,
  log,
} from "./expectation.ts";

const at = (time: string) => `2023-08-07T10:11:${time}`;
const span = [at("12.100"), at("13.000")] as const;
const opens = (database: string, atMs: number): ExpectedPhase => [
  "recovery",
  database,
  atMs,
  atMs,
  "logged",
  "bound",
];
const container = (
  name: string,
  figures: Partial<ExpectedFile> & Pick<ExpectedFile, "lines" | "records">,
) => log(name, span, { form: "container", ...figures });
const both = { utcAdjustment: 1, startingUp: 1 };
const master = { phases: [opens("master", 900)] };
const others = (names: string) => ({
  notes: [`Lines of other programs are in the file too: ${names}.`],
  utcOffsetMinutes: 0,
});

export const consoles: readonly ExpectedCapture[] = [
  // The start script's two lines and ForceFlush belong to no record; the banner has four lines.
  alone(
    container("form-container-docker.log", {
      lines: 9,
      records: 3,
      unrecognised: 3,
      facts: { edition: "Developer Edition (64-bit)", build: "16.0.4095.4" },
    }),
    { ...both, serverBanner: 1 },
    {
      phases: [
        ["serverStart", null, 0, null, "logged", null],
        ["recovery", "master", 900, null, "logged", null],
      ],
    },
  ),
  // A line that the runtime cut in two is one line.
  alone(
    container("form-container-cri.log", { lines: 4, records: 2, unrecognised: 1 }),
    both,
    master,
  ),
  alone(
    log("form-container-compose.log", [at("12.100"), at("13.200")], {
      form: "container",
      lines: 6,
      records: 3,
      unrecognised: 3,
      facts: others("web-1"),
    }),
    { utcAdjustment: 1, startingUp: 2 },
    { phases: [opens("master", 900), opens("model", 1100)] },
  ),
  alone(container("form-container-compose-colour.log", { lines: 3, records: 2, unrecognised: 1 }), {
    utcAdjustment: 1,
  }),
  alone(
    container("form-container-kubectl.log", {
      lines: 3,
      records: 2,
      unrecognised: 1,
      facts: others("pod/mssql-0/exporter"),
    }),
    both,
    master,
  ),
  alone(
    container("form-container-json.log", {
      lines: 3,
      records: 2,
      unrecognised: 1,
      facts: { product: "Microsoft SQL Server 2022 (RTM-CU10)" },
    }),
    { serverBanner: 1 },
    { phases: [["serverStart", null, 0, null, "logged", null]] },
  ),
  alone(
    container("form-container-journal.log", {
      lines: 4,
      records: 2,
      unrecognised: 2,
      facts: others("systemd"),
    }),
    both,
    master,
  ),
  // No prefix at all: the lines of the platform tell that it is a console. Two records share a line.
  alone(
    log("form-container-free-lines.log", [at("12.100"), at("14.000")], {
      form: "container",
      lines: 8,
      records: 4,
      unrecognised: 6,
    }),
    { utcAdjustment: 1, startingUp: 2 },
    { phases: [opens("master", 900), opens("model", 1000)] },
  ),
];
