/** The answer in sentences, what limits it, and which side it is of. */

import { Tab, TabList } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { ComparisonOfSides } from "../../../app/contract/comparison.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { atBegin } from "../../../app/domain/format/report-text.ts";
import { methodNames } from "../../../app/domain/statistics/comparison.ts";
import { intervalsText } from "../../../app/domain/statistics/interval.ts";
import styles from "./CompareScreen.module.css";

interface VerdictProps {
  readonly comparison: ComparisonOfSides;
  readonly against: number;
  choose(against: number): void;
}

export function Verdict({ comparison, against, choose }: VerdictProps): ReactNode {
  const { sides, against: all } = comparison;
  const compared = all[against - 1];
  if (compared === undefined) return null;
  const [first, ...further] = compared.sentences;
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
      <h1 className={styles.said}>{withUnitsKept(first ?? "Nothing can be said of these two.")}</h1>
      {further.length > 0 && <p className={styles.further}>{withUnitsKept(further.join(" "))}</p>}
      <p className={styles.method}>{methodText(comparison, against)}</p>
      {compared.notes.length > 0 && (
        <ul className={styles.notes} aria-label="What limits the answer">
          {compared.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
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
