/** A moment of the run, in seconds from its start, which can be typed as its clock shows it, too. */
import type { ReactNode } from "react";
import { plannedClock, plannedOriginMs } from "../../../../app/domain/scenario-form/moments.ts";
import { useDesigner } from "../designer-context.ts";
import type { FieldProps } from "./FieldFrame.tsx";
import styles from "./fields.module.css";
import { NumberField } from "./NumberField.tsx";

export function MomentField(props: FieldProps): ReactNode {
  const { scenario } = useDesigner().draft.present;
  return <NumberField {...props} clockOriginMs={plannedOriginMs(scenario)} />;
}

/** "21:49:11", in which a time that was typed can be told; nothing where nobody knows. */
export function Clock({ seconds }: { readonly seconds: number | null | undefined }): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const clock = plannedClock(scenario, seconds);
  return clock === null ? null : <span className={styles.clock}>at {clock}</span>;
}
