/** What becomes of each snapshot if the load stays as it is, and what a revert to it would take. */
import type { Forecast } from "../../../app/contract/forecast.ts";
import {
  assumption,
  forecastBasis,
  forecastFacts,
} from "../../../app/domain/forecast/forecast-text.ts";
import { FactList } from "../ui/FactList.tsx";
import { Panel } from "../ui/Panel.tsx";
import styles from "./Rail.module.css";

export function SnapshotForecast({ forecast }: { readonly forecast: Forecast }) {
  const { snapshots, notForecast } = forecast;
  return (
    <Panel title="Forecast">
      {snapshots.map((snapshot) => (
        <section key={snapshot.snapshot} aria-label={`Forecast of ${snapshot.snapshot}`}>
          <p className={styles.prose}>{snapshot.snapshot}</p>
          <FactList facts={forecastFacts(snapshot, forecast)} />
          {snapshot.noRevert !== null && <p className={styles.note}>{snapshot.noRevert}</p>}
        </section>
      ))}
      {notForecast.map(({ snapshot, why }) => (
        <p key={snapshot} className={styles.prose}>
          {`‘${snapshot}’ is not forecast. ${why}`}
        </p>
      ))}
      {snapshots.length > 0 && (
        <p className={styles.note} title={forecastBasis}>
          {`Forecast ${assumption(forecast)}.`}
        </p>
      )}
    </Panel>
  );
}
