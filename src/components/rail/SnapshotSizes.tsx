/** What each snapshot takes on disk, of the most that it can take, and how fast it grows. */

import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber, formatPercent } from "../../../app/domain/format/numbers.ts";
import { snapshotTerm } from "../../../app/domain/glossary/glossary.ts";
import { Panel } from "../ui/Panel.tsx";
import styles from "./Rail.module.css";
import type { SnapshotSize } from "./snapshot-sizes.ts";
import { TermHelp } from "./TermHelp.tsx";

export interface SnapshotSizesProps {
  readonly sizes: readonly SnapshotSize[];
  /** Size of the source's data file: no snapshot grows beyond it. */
  readonly sourceBytes: number | null;
}

export function SnapshotSizes({ sizes, sourceBytes }: SnapshotSizesProps) {
  return (
    <Panel title="Snapshots" aside={<TermHelp term={snapshotTerm("sizeOnDisk")} />}>
      {sizes.length === 0 && (
        <p className={styles.note}>There is no database snapshot at this time.</p>
      )}
      <ul className={styles.bars}>
        {sizes.map((size) => (
          <Size key={size.name} size={size} sourceBytes={sourceBytes} />
        ))}
      </ul>
      {sizes.length > 0 && (
        <p className={styles.note}>
          Pages that lie side by side share a region; one region of each file is its header.
        </p>
      )}
    </Panel>
  );
}

interface SizeProps {
  readonly size: SnapshotSize;
  readonly sourceBytes: number | null;
}

function Size({ size, sourceBytes }: SizeProps) {
  const { name, sizeOnDiskBytes, bytesPerMinute, regions, pagesPushed, pagesPulled, isLost } = size;
  const share = sourceBytes === null ? null : Math.min(1, sizeOnDiskBytes / sourceBytes);
  return (
    <li>
      <div className={styles.label}>
        <span title={name}>{name}</span>
        <span className={styles.value}>{formatBytes(sizeOnDiskBytes)}</span>
      </div>
      {share !== null && (
        <div className={styles.track}>
          <div className={styles.fill} data-of="snapshots" style={{ width: `${100 * share}%` }} />
        </div>
      )}
      <div className={styles.split}>
        <span>{share !== null && `${formatPercent(share)} of ${formatBytes(sourceBytes)}`}</span>
        {isLost === true && <strong className={styles.lost}>Suspect: lost</strong>}
        {bytesPerMinute !== null && isLost !== true && (
          <span>+{formatBytes(bytesPerMinute)}/min</span>
        )}
      </div>
      <div className={styles.split}>
        <TermHelp term={snapshotTerm("regions")} />
        <span>{formatNumber(regions)}</span>
      </div>
      <div className={styles.split}>
        <TermHelp term={snapshotTerm("pagesPushed")} />
        <span>{formatNumber(pagesPushed)} pages</span>
      </div>
      {pagesPulled !== null && (
        <>
          <div className={styles.split}>
            <TermHelp term={snapshotTerm("pagesPulled")} />
            <span>+ {formatNumber(pagesPulled)} pages</span>
          </div>
          <div className={styles.split}>
            <span>Pages in the file</span>
            <span>= {formatNumber(pagesPushed + pagesPulled)} pages</span>
          </div>
        </>
      )}
    </li>
  );
}
