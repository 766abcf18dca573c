import { describe, expect, it } from "vitest";
import { captureOverviewSchema } from "../../contract/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import { newRules } from "../../domain/errorlog/analysis/findings/rules.ts";
import { messageKinds } from "../../domain/errorlog/messages/recognise.ts";
import { type Capture, openCapture } from "../capture.ts";
import { corpusInputs, corpusNames, withCapture } from "./corpus-files.ts";
import { expectations, refusals } from "./expectations/all.ts";
import type { ExpectedCapture, ExpectedPhase } from "./expectations/expectation.ts";

/** Kinds of all records; what means nothing by itself is counted as unrecognised. */
function kindsOf({ records }: Capture): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let record = 0; record < records.count; record++) {
    const kind = messageKinds[records.kindId(record)] ?? "?";
    if (kind !== "other") counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const toExpected = (phase: Phase): ExpectedPhase => [
  phase.name,
  phase.snapshot ?? phase.database ?? null,
  phase.startMs,
  phase.endMs,
  phase.startSource ?? "logged",
  phase.endSource ?? null,
];

/** By start, the longer first of equals, then by name: the order among those means nothing. */
const inOrder = (phases: readonly ExpectedPhase[]): ExpectedPhase[] =>
  phases.toSorted(
    (a, b) =>
      a[2] - b[2] ||
      (b[3] ?? Infinity) - (a[3] ?? Infinity) ||
      `${a[0]}${a[1]}`.localeCompare(`${b[0]}${b[1]}`),
  );

function onlyOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const ruleOf = (id: string): string => id.replace(/\/.*/, "");

const titleOf = ({ open }: ExpectedCapture): string => open.join(", ");

describe.each(expectations.map((expected) => [titleOf(expected), expected] as const))(
  "the corpus's %s",
  (_title, expected) => {
    const read = onlyOnce(() =>
      withCapture(corpusInputs(expected.open), (capture) => ({
        kinds: kindsOf(capture),
        overview: capture.overview(),
      })),
    );

    it("has the expected records, errors and times", () => {
      const { files } = read().overview;
      const found = files.map((file, index) => {
        const { name, form, encoding, lines, records, errors, unrecognised } = file;
        const { firstTime, lastTime } = file;
        const steps = file.timeSteps.map(({ byMs }) => byMs);
        const facts = Object.keys(expected.files[index]?.facts ?? {});
        const chosen = Object.fromEntries(
          Object.entries(file).filter(([figure]) => facts.includes(figure)),
        );
        const figures = { name, form, encoding, lines, records, errors, unrecognised };
        return { ...figures, firstTime, lastTime, steps, ...chosen };
      });
      expect(found).toEqual(expected.files.map(({ facts, ...file }) => ({ ...file, ...facts })));
    });

    it("means what is expected, record by record", () => {
      expect(read().kinds).toEqual(expected.kinds);
    });

    it("has the expected phases", () => {
      const { phases } = read().overview;
      expect(inOrder(phases.map(toExpected))).toEqual(inOrder(expected.phases));
    });

    it("has the expected findings", () => {
      const { findings } = read().overview;
      const rules = findings.map(({ id }) => ruleOf(id));
      expect(rules.toSorted()).toEqual(expected.findings.toSorted());
    });

    it("has an overview that fits its schema", () => {
      const overview = read().overview;
      expect(captureOverviewSchema.parse(overview)).toEqual(overview);
    });
  },
);

describe("what is no log", () => {
  it.each(refusals)("$name is refused with its reason", ({ name, message }) => {
    const opened = openCapture(corpusInputs([name]));
    if (opened.ok) opened.value.capture.close();
    expect(opened).toMatchObject({ ok: false, error: { code: "badInput" } });
    if (!opened.ok) {
      expect(opened.error.message).toMatch(message);
      expect(opened.error.message.startsWith(`${name}: `)).toBe(true);
    }
  });
});

describe("a file that is no log", () => {
  it("is left out, with its reason, of a capture of others", () => {
    const opened = openCapture(corpusInputs(["none-counters.blg", "waits.csv", "backup.log"]));
    expect(opened.ok).toBe(true);
    if (!opened.ok) return;
    const { capture, refused } = opened.value;
    expect(capture.inputs.map(({ name }) => name)).toEqual(["backup.log", "waits.csv"]);
    capture.close();
    expect(refused).toMatchObject([{ name: "none-counters.blg" }]);
    expect(refused[0]?.message).toMatch(/relog none-counters\.blg/);
  });
});

describe("the corpus", () => {
  it("has an expectation for every file and a file for every expectation", () => {
    const expected = [
      ...expectations.flatMap(({ open }) => open),
      ...refusals.map(({ name }) => name),
    ];
    expect([...new Set(expected)].toSorted()).toEqual([...corpusNames]);
  });

  it("has every kind of message", () => {
    const found = new Set(expectations.flatMap(({ kinds }) => Object.keys(kinds)));
    const missing = messageKinds.filter((kind) => kind !== "other" && !found.has(kind));
    expect(missing).toEqual([]);
  });

  it("has a log for every rule of findings", () => {
    const found = new Set(expectations.flatMap(({ findings }) => findings));
    expect(newRules(0).flatMap(({ id }) => (found.has(id) ? [] : [id]))).toEqual([]);
  });
});
