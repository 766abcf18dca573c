/** The figure of a study on the page. */
import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { StudyChart } from "../../../app/charts/StudyChart.tsx";
import styles from "./StudyDrawing.module.css";

interface StudyDrawingProps extends Omit<ComponentProps<typeof StudyChart>, "id"> {
  /** Of what is around the drawing. */
  readonly ref: Ref<HTMLDivElement>;
}

export function StudyDrawing({ ref, ...chart }: StudyDrawingProps): ReactNode {
  return (
    <div ref={ref} className={styles.fitted}>
      <StudyChart id={useId()} {...chart} />
    </div>
  );
}
