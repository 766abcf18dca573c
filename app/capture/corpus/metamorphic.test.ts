/**
 * Relations between what is read of a file and of a variant of it. They hold whatever it says, so
 * nothing has to be expected by hand. What fails prints the file and what was made of it; the same
 * again: SNAPSCOPE_FUZZ_SEED with the seed that it prints.
 */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { fuzzRuns, seedText } from "../fuzz/testing/fuzz-runs.ts";
import { ScratchFile } from "../fuzz/testing/scratch-file.ts";
import { withCapture } from "./corpus-files.ts";
import { corpusText, logNames, textNames } from "./variants/corpus-texts.ts";
import { cutBefore } from "./variants/cut.ts";
import { encodedAs, lineEnds, variantEncodings, withLineEnds } from "./variants/encoded.ts";
import { onServer } from "./variants/on-server.ts";
import { type Outcome, outcomeOf } from "./variants/outcome.ts";
import { withShiftedClock } from "./variants/shifted-clock.ts";

const scratch = new ScratchFile();
afterAll(() => scratch.remove());

const read = (...files: readonly Buffer[]): Outcome =>
  withCapture(
    files.map((bytes, index) => scratch.holding(bytes, `ERRORLOG.${index}`)),
    outcomeOf,
  );

/** Each text is read once as it is. */
const known = new Map<string, Outcome>();
function outcomeOfText(text: string): Outcome {
  const outcome = known.get(text) ?? read(Buffer.from(text));
  known.set(text, outcome);
  return outcome;
}

/** A thousand variants in all at the full size. */
const runs = fuzzRuns(170);
const logs = fc.constantFrom(...logNames);
const dayMs = 86_400_000;

/** A record of the product begins in it. */
const hasRecord = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{2,3} +\S+ /m.test(text);

/** What they find of a creation under way may turn out otherwise. */
const rulesOfOpenEnds: ReadonlySet<string> = new Set(["unfinishedCreation", "hiddenSteps"]);
/** Records within a minute may still say more of it, as those of a dump or of a restore. */
const openForMs = 60_000;

const occurrencesOf = ({ findings }: Outcome, rule: string): number =>
  findings.reduce((sum, found) => sum + (found.rule === rule ? found.occurrences : 0), 0);

/** Phases that nothing behind the end of a log can change; a start may still fail. */
function decidedPhases({ phases, records }: Outcome): Outcome["phases"] {
  const endMs = Math.max(...records.map(({ atMs }) => atMs ?? 0)) - openForMs;
  return phases.filter(
    (phase) =>
      phase.name !== "serverStart" &&
      phase.startSource === "logged" &&
      phase.endSource === "logged" &&
      (phase.endMs ?? endMs) < endMs,
  );
}

/** Findings without their times, which count from the earliest log; titles name the server. */
const findingsOn = ({ findings }: Outcome, server: string | null): readonly string[] =>
  findings.map(({ startMs, endMs, title, ...finding }) =>
    JSON.stringify([server === null ? title : `${server}: ${title}`, finding]),
  );

describe(`variants of the corpus (${seedText})`, () => {
  it("in another encoding, with other line ends, say the same", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...textNames),
        fc.constantFrom(...variantEncodings),
        fc.constantFrom(...lineEnds),
        (name, encoding, end) => {
          const text = corpusText(name);
          const bytes = encodedAs(withLineEnds(text, end), encoding);
          if (bytes !== null) expect(read(bytes)).toEqual(outcomeOfText(text));
        },
      ),
      runs,
    );
  });

  it("with a clock that is days off say the same at times that are as many days off", () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: -3000, max: 3000 }), (name, days) => {
        const shifted = (text: string) => withShiftedClock(text, days * dayMs);
        const text = corpusText(name);
        const expected = shifted(JSON.stringify(outcomeOfText(text)));
        expect(read(Buffer.from(shifted(text)))).toEqual(JSON.parse(expected));
      }),
      runs,
    );
  });

  it("with a clock that is hours off have the same figures, phases and findings", () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: -2000, max: 2000 }), (name, hours) => {
        const text = corpusText(name);
        const figuresOf = ({ phases, findings, records }: Outcome) => ({
          phases: phases.map(({ startMs, endMs, name: phase }) => [phase, startMs, endMs]),
          findings: findings.map(({ rule, weight, occurrences, startMs, endMs }) => [
            ...[rule, weight, occurrences, startMs, endMs],
          ]),
          records: records.map(({ atMs, kind, severity }) => [atMs, kind, severity]),
        });
        const shifted = read(Buffer.from(withShiftedClock(text, hours * 3_600_000)));
        expect(figuresOf(shifted)).toEqual(figuresOf(outcomeOfText(text)));
      }),
      runs,
    );
  });

  it("that are cut off anywhere have the same records up to there", () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 1000 }), (name, thousandths) => {
        const text = corpusText(name);
        const cut = text.slice(0, Math.ceil((thousandths * text.length) / 1000));
        if (!hasRecord(cut)) return;
        const { records } = read(Buffer.from(cut));
        const complete = records.length - 1;
        expect(records.slice(0, complete)).toEqual(outcomeOfText(text).records.slice(0, complete));
      }),
      runs,
    );
  });

  it("that end after a record find a part of it, but for what is open then", () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 999 }), (name, thousandths) => {
        const text = corpusText(name);
        const whole = outcomeOfText(text);
        const wanted = Math.ceil((thousandths * whole.records.length) / 1000);
        const cut = cutBefore(text, whole.records, wanted);
        if (!hasRecord(cut)) return;
        const early = read(Buffer.from(cut));
        for (const rule of new Set(early.findings.map((found) => found.rule))) {
          if (rulesOfOpenEnds.has(rule)) continue;
          const [then, atLast] = [early, whole].map((outcome) => occurrencesOf(outcome, rule));
          expect(then, rule).toBeLessThanOrEqual(atLast ?? 0);
        }
        const ends = (phases: Outcome["phases"]) =>
          phases.map(({ name: phase, startMs, endMs }) => `${phase} ${startMs} ${endMs}`);
        expect(ends(whole.phases)).toEqual(expect.arrayContaining(ends(decidedPhases(early))));
        // A start may still turn out to be none.
        const marks = early.marks.filter(({ kind }) => kind !== "serverBanner");
        expect(whole.marks).toEqual(expect.arrayContaining(marks));
      }),
      runs,
    );
  });

  it("of two servers, opened together, find what each finds alone", () => {
    fc.assert(
      fc.property(logs, logs, fc.integer({ min: -2, max: 2 }), (one, other, days) => {
        const first = onServer(corpusText(one), "SQLPROD01");
        const second = onServer(withShiftedClock(corpusText(other), days * dayMs), "SQLPROD02");
        const together = read(Buffer.from(first), Buffer.from(second));
        const apart = [
          ...findingsOn(outcomeOfText(first), "SQLPROD01"),
          ...findingsOn(outcomeOfText(second), "SQLPROD02"),
        ];
        expect(findingsOn(together, null).toSorted()).toEqual(apart.toSorted());
      }),
      runs,
    );
  });
});
