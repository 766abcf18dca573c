/** From when on the run is steady, tied to the library. */
import type { ReactNode } from "react";
import { SteadyField } from "../../../components/player/SteadyField.tsx";
import { chooseSteadyState, useSteadyState } from "../../../state/library/steady-state.ts";
import styles from "./DataTab.module.css";

export function SteadyOf({ runId }: { readonly runId: string }): ReactNode {
  const steady = useSteadyState(runId);
  return (
    steady !== null && (
      <div className={styles.steady}>
        <SteadyField
          key={runId}
          steady={steady}
          onChoose={(fromMs) => chooseSteadyState(runId, fromMs)}
        />
      </div>
    )
  );
}
