/** One page at a moment: where it lies, what became of its extent, and when it was copied into which snapshot. */
import { type ReactNode, useMemo } from "react";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf, type TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import { causeWords, pageName } from "../../../app/domain/page-map/map-words.ts";
import { ownerAt, ownersOf, ownerWords } from "../../../app/domain/page-map/owned-extents.ts";
import { copiedBy, historyOf } from "../../../app/domain/page-map/page-moments.ts";
import type { PlacedPushes } from "../../../app/domain/page-map/placed-pushes.ts";
import {
  type Push,
  type PushLog,
  pageBytes,
  pagesPerExtent,
  timeAt,
} from "../../../app/domain/page-map/push-log.ts";
import { FactList } from "../ui/FactList.tsx";
import { Panel } from "../ui/Panel.tsx";
import { CauseSwatch } from "./CauseSwatch.tsx";
import styles from "./PageDetails.module.css";

export interface PageDetailsProps {
  readonly pushes: PlacedPushes;
  readonly page: number;
  /** Pushes made until the moment that is shown. */
  readonly made: number;
  readonly clock: TimelineClock;
  /** Goes to the moment of a push; without it, moments are only told. */
  readonly onMoment?: (atMs: number) => void;
  readonly onPage: (page: number) => void;
}

export function PageDetails(props: PageDetailsProps): ReactNode {
  const { pushes, page, made, clock, onMoment, onPage } = props;
  const { log, target } = pushes;
  const fileAt = log.sparseFiles[target]?.file ?? -1;
  const file = log.files[fileAt];
  const history = useMemo(() => historyOf(log, fileAt, page), [log, fileAt, page]);
  const owners = useMemo(() => ownersOf(log.owners, fileAt, page), [log, fileAt, page]);
  if (file === undefined) return null;
  const extent = Math.floor(page / pagesPerExtent);
  const firstPage = extent * pagesPerExtent;
  const endPage = Math.min(firstPage + pagesPerExtent, file.pages);
  const ofExtent = copiedBy(pushes, { firstPage, endPage }, made);
  const shown = ownerAt(owners, made < log.count ? timeAt(log, made) : Number.POSITIVE_INFINITY);
  const cause = ofExtent[page - firstPage] ?? null;
  const copied = ofExtent.filter((each) => each !== null).length;
  return (
    <>
      <Panel
        title={`Page ${pageName(file, page)}`}
        aside={cause === null ? "not copied" : "copied"}
      >
        <FactList
          facts={[
            { name: "Extent", value: formatNumber(extent) },
            ...(owners.length === 0 ? [] : [{ name: "Owner", value: ownerWords(shown) }]),
            { name: "Offset in both files", value: formatBytes(page * pageBytes) },
          ]}
        />
        <p className={styles.state}>{stateSentence(log, target, history, cause !== null, clock)}</p>
      </Panel>
      <Panel title="Its extent" aside={`${copied} of ${endPage - firstPage} pages copied`}>
        <ol className={styles.extent} start={firstPage}>
          {ofExtent.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place alone
            <li key={at}>
              <button
                type="button"
                aria-current={firstPage + at === page}
                title={`Page ${pageName(file, firstPage + at)}`}
                aria-label={`Page ${pageName(file, firstPage + at)}, ${
                  each === null ? "not copied" : `copied ${causeWords[each]}`
                }`}
                onClick={() => onPage(firstPage + at)}
              >
                <CauseSwatch cause={each} size={20} />
              </button>
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title="History" aside={historyAside(history.length)}>
        {history.length === 0 && (
          <p className={styles.note}>No snapshot has needed a copy of it.</p>
        )}
        <ol className={styles.history}>
          {history.map(({ atMs, cause: why, snapshot }) => (
            <li key={`${snapshot}/${atMs}`}>
              <CauseSwatch cause={why} />
              <span>
                Copied {causeWords[why]}
                <small>into {log.snapshots[snapshot]?.name}</small>
                {owners.length > 0 && <small>{ownerWords(ownerAt(owners, atMs))}</small>}
              </span>
              {onMoment === undefined ? (
                <time>{formatMomentOf(clock, atMs)}</time>
              ) : (
                <button type="button" onClick={() => onMoment(atMs)}>
                  {formatMomentOf(clock, atMs)}
                </button>
              )}
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}

/** What became of the page until the moment that is shown, and what its next change does. */
function stateSentence(
  log: PushLog,
  target: number,
  history: readonly Push[],
  isCopied: boolean,
  clock: TimelineClock,
): string {
  const snapshot = log.sparseFiles[target]?.snapshot ?? -1;
  const name = log.snapshots[snapshot]?.name ?? "";
  const copy = history.find((push) => push.snapshot === snapshot);
  return isCopied && copy !== undefined
    ? `Copied into ‘${name}’ at ${formatMomentOf(clock, copy.atMs)}; later changes copy nothing.`
    : `Not copied into ‘${name}’ until here; its first change copies it.`;
}

const historyAside = (pushes: number): string =>
  pushes === 1 ? "1 push" : `${formatNumber(pushes)} pushes`;
