/** The answer in one sentence, how sure it is, what limits it, and which side it is of. */

import { Tab, TabList } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { ComparisonOfSides, RunComparison } from "../../../app/contract/comparison.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { throughputId } from "../../../app/domain/comparison/run-metrics.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { atBegin } from "../../../app/domain/format/report-text.ts";
import { answerSentence } from "../../../app/domain/statistics/answer-text.ts";
import { methodNames } from "../../../app/domain/statistics/comparison.ts";
import { intervalsText } from "../../../app/domain/statistics/interval.ts";
import styles from "./CompareScreen.module.css";
import { Notes } from "./Notes.tsx";
import { Sureness } from "./Sureness.tsx";

interface VerdictProps {
  readonly comparison: ComparisonOfSides;
  readonly against: number;
  /** Whose runs these are; null: single ones. */
  readonly study: StudyState | null;
  /** Runs of each side that would be enough to prove what these are too few for. */
  readonly missing: number;
  choose(against: number): void;
}

export function Verdict(props: VerdictProps): ReactNode {
  const { comparison, against, study, missing, choose } = props;
  const { sides, against: all } = comparison;
  const compared = all[against - 1];
  if (compared === undefined) return null;
  const { primary, metric = primary } = comparison;
  const first = compared.metrics.find(({ id }) => id === metric) ?? compared.metrics[0];
  return (
    <section className={styles.verdict} aria-label="Answer">
      {sides.length > 2 && (
        <TabList
          size="small"
          selectedValue={String(against)}
          onTabSelect={(_, { value }) => choose(Number(value))}
        >
          {sides.slice(1).map(({ name }, place) => (
            <Tab key={name} value={String(place + 1)}>
              {`${sides[0]?.name} against ${name}`}
            </Tab>
          ))}
        </TabList>
      )}
      <h1 className={styles.said}>
        {first === undefined
          ? "Nothing can be said of these two."
          : withUnitsKept(answerSentence(first.comparison))}
      </h1>
      {first !== undefined && <Sureness comparison={first.comparison} {...{ study, missing }} />}
      {furtherText(compared, metric) !== "" && (
        <p className={styles.further}>{withUnitsKept(furtherText(compared, metric))}</p>
      )}
      <p className={styles.method}>{methodText(comparison, against)}</p>
      <Notes notes={compared.notes} />
    </section>
  );
}

/** What users feel beside what was asked; the table has all metrics, with how sure each is. */
const felt = [throughputId, "p99", "creation"];

/** "100 users, database of 1 GiB. p99 rose from 139 to 156 ms (+12.2 %): not proven." */
function furtherText({ metrics, setup }: RunComparison, asked: string): string {
  const told = metrics
    .filter(({ id }) => id !== asked && felt.includes(id))
    .map(({ comparison }) =>
      comparison.outcome.kind === "notProven"
        ? `${answerSentence(comparison).slice(0, -1)}: not proven.`
        : answerSentence(comparison),
    );
  return [...(setup ? [`${atBegin(setup)}.`] : []), ...told].join(" ");
}

/** What the numbers are and how they were tested. */
function methodText({ against: all, sides }: ComparisonOfSides, against: number): string {
  const metrics = all[against - 1]?.metrics ?? [];
  const methods = [...new Set(metrics.flatMap(({ comparison: { method } }) => method ?? []))];
  const family = Math.max(1, ...metrics.map(({ comparison }) => comparison.family));
  const pair = [sides[0], sides[against]].flatMap((side) => side ?? []);
  const kinds = new Set(pair.flatMap(({ recordings }) => recordings.map(({ kind }) => kind)));
  const numbers = pair.some(({ recordings }) => recordings.length > 1)
    ? `Medians of the runs with ${intervalsText(metrics.flatMap(({ comparison: { base, variant } }) => [base.interval, variant.interval]))}.`
    : `One ${kinds.has("capture") ? "recording" : "run"} of each.`;
  const warmup = kinds.has("run") ? " Warm-up is excluded from every number." : "";
  const tests =
    methods.length === 0
      ? "Nothing was tested."
      : `${atBegin(methods.map((method) => methodNames[method]).join("; "))}${family > 1 ? `; p is corrected for ${family} metrics (Holm)` : ""}.`;
  return `${numbers} ${tests}${warmup}`;
}
