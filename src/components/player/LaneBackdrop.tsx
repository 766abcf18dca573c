/** What lies behind all lanes of the page, in a drawing of its own. */
import { type ComponentProps, memo, type ReactNode, useId } from "react";
import { Hatch } from "../../../app/charts/Hatch.tsx";
import { LaneBackdrop as Drawing } from "../../../app/charts/LaneBackdrop.tsx";
import styles from "./LaneStack.module.css";

type LaneBackdropProps = Omit<ComponentProps<typeof Drawing>, "hatch">;

export const LaneBackdrop = memo(function LaneBackdrop(props: LaneBackdropProps): ReactNode {
  const hatch = useId();
  return (
    <svg className={styles.backdrop} width={props.width} height={props.height} aria-hidden="true">
      <Hatch id={hatch} />
      <Drawing {...props} hatch={hatch} />
    </svg>
  );
});
