/** What colours and patterns mean, and which share of the file's pages each cause copied. */
import type { ReactNode } from "react";
import { formatPercent } from "../../../app/domain/format/numbers.ts";
import type { CauseTotal } from "../../../app/domain/page-map/cell-state.ts";
import { causeTitles } from "../../../app/domain/page-map/map-words.ts";
import { CauseSwatch } from "./CauseSwatch.tsx";
import styles from "./PageMap.module.css";

/** What was copied is never shown as nothing. */
const shareText = (share: number): string =>
  share < 0.0005 ? `< ${formatPercent(0.001)}` : formatPercent(share);

interface MapLegendProps {
  /** Null: not counted yet. */
  readonly totals: readonly CauseTotal[] | null;
  readonly filePages: number;
}

export function MapLegend({ totals, filePages }: MapLegendProps): ReactNode {
  const copied = totals?.reduce((sum, { pages }) => sum + pages, 0) ?? 0;
  return (
    <ul className={styles.legend} aria-label="Causes, by their share of the file's pages">
      <li>
        <CauseSwatch cause={null} /> untouched{" "}
        <span>{formatPercent((filePages - copied) / filePages)}</span>
      </li>
      {totals
        ?.filter(({ pages }) => pages > 0)
        .map(({ cause, pages }) => (
          <li key={cause}>
            <CauseSwatch cause={cause} /> {causeTitles[cause]}{" "}
            <span>{shareText(pages / filePages)}</span>
          </li>
        ))}
    </ul>
  );
}
