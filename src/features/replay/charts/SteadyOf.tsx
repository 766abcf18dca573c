/** From when on the run is steady, tied to the library. */
import type { ReactNode } from "react";
import { SteadyField } from "../../../components/player/SteadyField.tsx";
import { chooseSteadyState, useSteadyState } from "../../../state/library/steady-state.ts";

export function SteadyOf({ runId }: { readonly runId: string }): ReactNode {
  const steady = useSteadyState(runId);
  return (
    steady !== null && (
      <SteadyField
        key={runId}
        steady={steady}
        isTerse
        onChoose={(fromMs) => chooseSteadyState(runId, fromMs)}
      />
    )
  );
}
