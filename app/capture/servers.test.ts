import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { CaptureOverview, Finding } from "../contract/capture.ts";
import { bySize } from "../contract/testing/test-size.ts";
import { corpusBytes, corpusInputs, withCapture } from "./corpus/corpus-files.ts";
import { expectations } from "./corpus/expectations/all.ts";

const overviewOf = (names: readonly string[]): CaptureOverview =>
  withCapture(corpusInputs(names), (capture) => capture.overview());

describe("logs of several servers", () => {
  const all = [
    "servers/alpha.log",
    "servers/beta.log",
    "servers/alpha-cycled.log",
    "servers/nameless.log",
  ];
  const { source, findings, phases } = overviewOf(all);

  it("stay apart: findings are each server's, and say whose they are", () => {
    expect(findings.map(({ title, id }) => [id, title])).toEqual([
      ["logFull/1", "SQLALPHA: The transaction log of Sales was full twice (LOG_BACKUP)"],
      ["logFull/2", "SQLBETA\\INST1: The transaction log of Sales was full once (LOG_BACKUP)"],
      [
        "logFull/3",
        "A server without a name: The transaction log of Sales was full once (LOG_BACKUP)",
      ],
    ]);
    expect(phases.map(({ name, figures }) => [name, figures.server])).toEqual([
      ["serverStart", "SQLALPHA"],
      ["recovery", "SQLALPHA"],
      ["serverStart", "SQLBETA\\INST1"],
      ["recovery", "SQLBETA\\INST1"],
    ]);
  });

  it("have in common what they share, and a note that they are several", () => {
    expect(source).toMatchObject({ host: null, product: "Microsoft SQL Server 2019 (RTM-CU15)" });
    expect(source.notes).toEqual([
      "Logs of several servers: SQLALPHA, SQLBETA\\INST1. Each is judged by itself, and findings name theirs.",
    ]);
    expect(overviewOf(["servers/alpha.log", "servers/alpha-cycled.log"]).source.notes).toEqual([]);
  });

  it("of one server are one, also where a log tells no name", () => {
    const titles = overviewOf(["servers/beta.log", "servers/nameless.log"]).findings.map(
      ({ title }) => title,
    );
    expect(titles).toEqual(["The transaction log of Sales was full twice (LOG_BACKUP)"]);
  });
});

const plainLogs = expectations.flatMap(({ open, files: [file] }) =>
  open.length === 1 &&
  file?.form === "product" &&
  file.encoding === "utf-8" &&
  file.firstTime !== null
    ? [{ name: file.name, firstTime: file.firstTime }]
    : [],
);

describe("two logs of the corpus, each with a name before it", () => {
  const folder = mkdtempSync(join(tmpdir(), "snapscope-servers-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  /** Earlier than every log, so that times mean the same in each capture. */
  const originMs = Date.parse("2000-01-01T00:00:00Z");

  const named = (position: number, server: string) => {
    const { name, firstTime } = plainLogs[position] ?? { name: "", firstTime: "" };
    const path = join(folder, `${server}.log`);
    const head = `${firstTime.slice(0, 22).replace("T", " ")} spid7s      Server name is '${server}'.\n`;
    const bytes = corpusBytes(name);
    const mark = bytes[0] === 0xef ? 3 : 0;
    writeFileSync(path, Buffer.concat([Buffer.from(head), bytes.subarray(mark)]));
    return { name: `${server}.log`, path };
  };

  /** What a finding says, whatever the place of its file in the capture. */
  const saidBy = ({ weight, title, text, startMs, endMs, occurrences, evidence }: Finding) => ({
    ...{ weight, text, startMs, endMs, occurrences },
    title: title.replace(/^(?:ALPHA|BETA): /, ""),
    evidence: evidence.map(({ line, atMs, text: record }) => ({ line, atMs, record })),
  });
  const found = (inputs: Parameters<typeof withCapture>[0]) =>
    withCapture(inputs, (capture) => capture.overview().findings.map(saidBy), originMs);
  const inOrder = (findings: readonly object[]) =>
    findings.map((one) => JSON.stringify(one)).sort();

  it("have together the findings that they have alone", async () => {
    const position = fc.nat(plainLogs.length - 1);
    await fc.assert(
      fc.asyncProperty(position, position, async (a, b) => {
        const [alpha, beta] = [named(a, "ALPHA"), named(b, "BETA")];
        expect(inOrder(found([alpha, beta]))).toEqual(
          inOrder([...found([alpha]), ...found([beta])]),
        );
        // What a closed file had in the addon is freed between turns; without one it would take all memory.
        await nextTurn();
      }),
      { numRuns: bySize({ small: 25, full: 100 }) },
    );
  });
});
