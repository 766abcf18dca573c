/** The plot of one lane of the page. Drawn again only with its data or the view. */
import { type ComponentProps, memo, type ReactNode } from "react";
import { LanePlot as Drawing } from "../../../app/charts/LanePlot.tsx";
import styles from "./LaneStack.module.css";

export const LanePlot = memo(function LanePlot(props: ComponentProps<typeof Drawing>): ReactNode {
  return (
    <svg className={styles.plot} width={props.width} height={props.height} aria-hidden="true">
      <Drawing {...props} />
    </svg>
  );
});
