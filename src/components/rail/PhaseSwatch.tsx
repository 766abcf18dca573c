/** The colour of a phase with its pattern, always beside the phase's name. */

import { phaseColour } from "../../../app/charts/phase-colour.ts";
import type { PhaseName } from "../../../app/contract/phase.ts";
import styles from "./PhaseSwatch.module.css";

export function PhaseSwatch({ phase }: { readonly phase: PhaseName }) {
  return (
    <span
      className={styles.swatch}
      data-phase={phase}
      style={{ backgroundColor: phaseColour(phase) }}
      aria-hidden="true"
    />
  );
}
