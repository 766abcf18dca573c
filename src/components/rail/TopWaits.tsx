/** What sessions wait for, longest bar first; the price of snapshots in a colour of its own. */

import { formatNumber, formatReadable } from "../../../app/domain/format/numbers.ts";
import { waitTerm } from "../../../app/domain/glossary/glossary.ts";
import type { WaitShare } from "../../../app/domain/waits/waits-in-span.ts";
import { Panel } from "../ui/Panel.tsx";
import styles from "./Rail.module.css";
import { TermHelp } from "./TermHelp.tsx";

export interface TopWaitsProps {
  readonly title: string;
  /** Of what time: "ms/s, last 10 s". */
  readonly caption: string;
  readonly waits: readonly WaitShare[];
  readonly limit?: number;
}

export function TopWaits({ title, caption, waits, limit = 6 }: TopWaitsProps) {
  const shown = waits.slice(0, limit);
  const most = shown[0]?.msPerSecond ?? 0;
  const rest = waits.length - shown.length;
  return (
    <Panel title={title} aside={caption}>
      {shown.length === 0 && <p className={styles.note}>Nobody waited in this time.</p>}
      {shown.length > 0 && (
        <>
          <ul className={styles.bars}>
            {shown.map((wait) => (
              <Wait key={wait.waitType} wait={wait} most={most} />
            ))}
          </ul>
          <div className={styles.legend}>
            <span>
              <i data-of="snapshots" aria-hidden="true" />
              snapshot
            </span>
            <span>
              <i aria-hidden="true" />
              other
            </span>
            {rest > 0 && <span className={styles.rest}>{rest} smaller</span>}
          </div>
        </>
      )}
    </Panel>
  );
}

/** A wait that is listed was not nothing. */
const amountOf = (msPerSecond: number): string =>
  msPerSecond > 0 && msPerSecond < 0.005
    ? `< ${formatNumber(0.01, 2)}`
    : formatReadable(msPerSecond);

function Wait({ wait, most }: { readonly wait: WaitShare; readonly most: number }) {
  const width = most > 0 ? (100 * wait.msPerSecond) / most : 0;
  return (
    <li>
      <div className={styles.label}>
        <TermHelp term={waitTerm(wait.waitType)} />
        <span className={styles.value}>{amountOf(wait.msPerSecond)}</span>
      </div>
      <div className={styles.track}>
        <div
          className={styles.fill}
          data-of={wait.ofSnapshots ? "snapshots" : "others"}
          style={{ width: `${width}%` }}
        />
      </div>
    </li>
  );
}
