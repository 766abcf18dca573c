/** What becomes of the snapshots that a run ended with, if the load stays as it was: in words, and as a table. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type {
  ArrayForecast,
  Forecast,
  ForecastPoint,
  ReserveForecast,
  SnapshotForecast,
} from "../../contract/forecast.ts";
import {
  commitsText,
  estimateText,
  forecastBasis,
  forecastSentences,
  inText,
  pagesText,
} from "../../domain/forecast/forecast-text.ts";
import {
  reserveBasis,
  reserveSentences,
  retainedRows,
  whenText,
} from "../../domain/forecast/reserve-text.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import { figures, Note, words } from "./columns.tsx";

export const ForecastSection = ({ forecast }: { readonly forecast: Forecast }): ReactNode => (
  <>
    {forecastSentences(forecast).map((sentence) => (
      <p key={sentence}>{withUnitsKept(sentence)}</p>
    ))}
    {forecast.snapshots.map((snapshot) => (
      <Points key={snapshot.snapshot} {...{ snapshot, forecast }} />
    ))}
    {forecast.snapshots.length > 0 && <Note>{forecastBasis}</Note>}
    {forecast.arraySnapshots !== null && (
      <Arrays {...forecast.arraySnapshots} forecast={forecast} />
    )}
  </>
);

const Arrays = ({
  reserves,
  forecast,
}: Pick<ArrayForecast, "reserves"> & Pick<PointsProps, "forecast">): ReactNode => (
  <>
    {reserveSentences(forecast).map((sentence) => (
      <p key={sentence}>{withUnitsKept(sentence)}</p>
    ))}
    {reserves.map(({ volume, points }) => (
      <DataTable<ReserveForecast["points"][number]>
        key={volume}
        caption={`Reserve of volume ${volume}, from the end of the run on`}
        rows={points}
        empty="It is full before any of these times."
        columns={[
          words("At", ({ afterMs }) => whenText(afterMs, forecast)),
          figures("In use", undefined, ({ usedBytes }) => usedBytes, formatBytes),
        ]}
      />
    ))}
    <DataTable<ReturnType<typeof retainedRows>[number]>
      caption="Array snapshots, from the end of the run on"
      rows={retainedRows(forecast)}
      empty="A reserve is full before any of these times."
      columns={[
        words("Array snapshot", ({ snapshot }) => snapshot),
        figures("Deleting it frees", undefined, ({ first }) => first.ownBytes, formatBytes),
        figures("And then", undefined, ({ last }) => last.ownBytes, formatBytes),
        words("At", ({ last }) => whenText(last.afterMs, forecast)),
        figures("Others have too", undefined, ({ first }) => first.sharedBytes, formatBytes),
        figures("A restore takes", undefined, ({ restoreBytes }) => restoreBytes, formatBytes),
        words("Room for it", ({ first }) => (first.restoreFits ? "yes" : "no")),
      ]}
    />
    <Note>{reserveBasis}</Note>
  </>
);

interface PointsProps {
  readonly snapshot: SnapshotForecast;
  readonly forecast: Forecast;
}

function Points({ snapshot: { snapshot, points }, forecast }: PointsProps): ReactNode {
  return (
    <DataTable<ForecastPoint>
      caption={`Forecast of ${snapshot}, from the end of the run on`}
      rows={points}
      empty="Its space is used up before any of these times."
      columns={[
        words("At", ({ afterMs }) => inText(afterMs, forecast)),
        figures("On disk", undefined, ({ sizeOnDiskBytes }) => sizeOnDiskBytes, formatBytes),
        figures("A revert takes", undefined, ({ revertMs }) => revertMs, estimateText),
        figures("It puts back", undefined, ({ pagesPushed }) => pagesPushed, pagesText),
        figures("It loses", undefined, ({ commitsLost }) => commitsLost, commitsText),
      ]}
    />
  );
}
