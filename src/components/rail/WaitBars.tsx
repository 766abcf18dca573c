/** Types of wait, one below the other: each name on a bar as long as its share of the longest. */
import { DataLineFilled, DataLineRegular } from "@fluentui/react-icons";
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
  /** The share of the longest bar, 0 to 1. */
  readonly share: number;
  readonly amount: string;
  /** More figures: below the bar, or as its title. */
  readonly facts: readonly string[];
}

/** Which types have a lane in the charts. */
export interface LanesOfWaits {
  isShown(waitType: string): boolean;
  toggle(waitType: string): void;
}

interface WaitBarsProps {
  readonly waits: readonly ShownWait[];
  /** With all figures of each. */
  readonly isDetailed?: boolean;
  /** Each can be made one. */
  readonly lanes?: LanesOfWaits | undefined;
}

export function WaitBars({ waits, isDetailed = false, lanes }: WaitBarsProps): ReactNode {
  const shown = new Set(waits.map(({ waitType }) => waitCategory(waitType)));
  return (
    <>
      <ul className={styles.waits}>
        {waits.map((wait) => (
          <Bar key={wait.waitType} {...{ wait, isDetailed, lanes }} />
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

interface BarProps {
  readonly wait: ShownWait;
  readonly isDetailed: boolean;
  readonly lanes: LanesOfWaits | undefined;
}

function Bar({ wait, isDetailed, lanes }: BarProps) {
  const { waitType, share, amount, facts } = wait;
  const text = facts.join(" · ");
  return (
    <li>
      <div className={styles.row} title={isDetailed ? waitType : text}>
        <span
          className={styles.bar}
          data-of={waitCategory(waitType)}
          style={{ width: `${100 * share}%` }}
        />
        <TermHelp className={styles.name} term={waitTerm(waitType)} />
        <span className={styles.amount}>{amount}</span>
        {!isDetailed && lanes !== undefined && <LaneToggle waitType={waitType} lanes={lanes} />}
      </div>
      {isDetailed && (
        <div className={styles.facts}>
          <p>{withUnitsKept(text)}</p>
          {lanes !== undefined && <LaneToggle waitType={waitType} lanes={lanes} />}
        </div>
      )}
    </li>
  );
}

interface LaneToggleProps {
  readonly waitType: string;
  readonly lanes: LanesOfWaits;
}

function LaneToggle({ waitType, lanes }: LaneToggleProps) {
  const isShown = lanes.isShown(waitType);
  const Icon = isShown ? DataLineFilled : DataLineRegular;
  const title = isShown ? `Remove the lane of ${waitType}` : `Show ${waitType} as a lane`;
  return (
    <button
      type="button"
      className={styles.lane}
      aria-pressed={isShown}
      aria-label={`Lane of ${waitType}`}
      title={title}
      onClick={() => lanes.toggle(waitType)}
    >
      <Icon fontSize={16} aria-hidden="true" />
    </button>
  );
}
