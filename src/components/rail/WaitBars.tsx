/** Types of wait, one below the other: each name on a bar as long as its share of the longest. */
import type { ReactNode } from "react";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { waitTerm } from "../../../app/domain/glossary/glossary.ts";
import {
  waitCategories,
  waitCategory,
  waitCategoryNames,
} from "../../../app/domain/waits/wait-category.ts";
import { TermHelp } from "./TermHelp.tsx";
import styles from "./WaitBars.module.css";

export interface ShownWait {
  readonly waitType: string;
  /** Of the longest bar, 0 to 1. */
  readonly share: number;
  readonly amount: string;
  /** More figures: below the bar, or as its title. */
  readonly facts: readonly string[];
}

interface WaitBarsProps {
  readonly waits: readonly ShownWait[];
  /** With all figures of each. */
  readonly isDetailed?: boolean;
}

export function WaitBars({ waits, isDetailed = false }: WaitBarsProps): ReactNode {
  const shown = new Set(waits.map(({ waitType }) => waitCategory(waitType)));
  return (
    <>
      <ul className={styles.waits}>
        {waits.map((wait) => (
          <Bar key={wait.waitType} wait={wait} isDetailed={isDetailed} />
        ))}
      </ul>
      <ul className={styles.legend} aria-label="Colours of the bars">
        {waitCategories
          .filter((category) => shown.has(category))
          .map((category) => (
            <li key={category}>
              <i data-of={category} aria-hidden="true" />
              {waitCategoryNames[category]}
            </li>
          ))}
      </ul>
    </>
  );
}

function Bar({ wait, isDetailed }: { readonly wait: ShownWait; readonly isDetailed: boolean }) {
  const { waitType, share, amount, facts } = wait;
  const text = facts.join(" · ");
  return (
    <li>
      <div className={styles.row} title={isDetailed ? undefined : text}>
        <span
          className={styles.bar}
          data-of={waitCategory(waitType)}
          style={{ width: `${100 * share}%` }}
        />
        <TermHelp className={styles.name} term={waitTerm(waitType)} />
        <span className={styles.amount}>{amount}</span>
      </div>
      {isDetailed && <p className={styles.facts}>{withUnitsKept(text)}</p>}
    </li>
  );
}
