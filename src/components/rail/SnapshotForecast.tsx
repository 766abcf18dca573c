/** What becomes of each snapshot and of each reserve if the load stays as it is. */
import type { Forecast } from "../../../app/contract/forecast.ts";
import {
  assumption,
  forecastBasis,
  forecastFacts,
  notForecastSentences,
} from "../../../app/domain/forecast/forecast-text.ts";
import {
  reserveBasis,
  reserveFacts,
  retainedFacts,
} from "../../../app/domain/forecast/reserve-text.ts";
import { FactList } from "../ui/FactList.tsx";
import { Panel } from "../ui/Panel.tsx";
import styles from "./Rail.module.css";

export function SnapshotForecast({ forecast }: { readonly forecast: Forecast }) {
  const { snapshots, arraySnapshots, notForecast } = forecast;
  const { reserves } = arraySnapshots ?? { reserves: [] };
  const basis = [
    ...(snapshots.length > 0 ? [forecastBasis] : []),
    ...(reserves.length > 0 ? [reserveBasis] : []),
  ].join(" ");
  return (
    <Panel title="Forecast">
      {snapshots.map((snapshot) => (
        <section
          key={snapshot.snapshot}
          className={styles.forecast}
          aria-label={`Forecast of ${snapshot.snapshot}`}
        >
          <p className={styles.prose}>{snapshot.snapshot}</p>
          <FactList facts={forecastFacts(snapshot, forecast)} />
          {snapshot.noRevert !== null && <p className={styles.note}>{snapshot.noRevert}</p>}
        </section>
      ))}
      {reserves.map((reserve) => (
        <section
          key={reserve.volume}
          className={styles.forecast}
          aria-label={`Forecast of the reserve of ${reserve.volume}`}
        >
          <p className={styles.prose}>{`Array snapshots of volume ${reserve.volume}`}</p>
          <FactList facts={reserveFacts(reserve, forecast)} />
        </section>
      ))}
      {reserves.length > 0 && (
        <section className={styles.forecast} aria-label="Forecast of array snapshots">
          <FactList facts={retainedFacts(forecast)} />
        </section>
      )}
      {notForecastSentences(notForecast).map((sentence) => (
        <p key={sentence} className={styles.prose}>
          {sentence}
        </p>
      ))}
      {basis !== "" && (
        <p className={styles.note} title={basis}>
          {`Forecast ${assumption(forecast)}.`}
        </p>
      )}
    </Panel>
  );
}
