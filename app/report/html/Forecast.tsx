/** What becomes of the snapshots that a run ended with, if the load stays as it was: in words, and as a table. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type {
  ArrayForecast,
  Forecast,
  ForecastPoint,
  ReserveForecast,
  RetainedForecast,
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
  heldBytes,
  reserveBasis,
  reserveSentences,
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
  snapshots,
  forecast,
}: ArrayForecast & Pick<PointsProps, "forecast">): ReactNode => (
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
    {snapshots.map(({ snapshot, points }) => (
      <DataTable<RetainedForecast["points"][number]>
        key={snapshot}
        caption={`Forecast of ${snapshot}, from the end of the run on`}
        rows={points}
        empty="A reserve is full before any of these times."
        columns={[
          words("At", ({ afterMs }) => whenText(afterMs, forecast)),
          figures("Its own", undefined, ({ ownBytes }) => ownBytes, formatBytes),
          figures("Shared", undefined, ({ sharedBytes }) => sharedBytes, formatBytes),
          figures("A restore takes", undefined, heldBytes, formatBytes),
          words("Has room", ({ restoreFits }) => (restoreFits ? "yes" : "no")),
        ]}
      />
    ))}
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
