/** The figure of a study on the page. */
import { type ReactNode, useMemo } from "react";
import type { ChartPicture, ChartTable } from "../../../app/charts/chart-reading.ts";
import { StudyChart } from "../../../app/charts/StudyChart.tsx";
import { readStudy, type StudyShown } from "../../../app/charts/study-layout.ts";
import { ChartFrame } from "../charts/ChartFrame.tsx";
import styles from "./StudyDrawing.module.css";

interface StudyDrawingProps extends Pick<StudyShown, "result" | "figure"> {
  /** The title, of the study and the metric. */
  readonly title: string;
  /** How it is to be read, where it leaves the page. */
  readonly told: readonly string[];
  /** Every point and run, with what was tested; without it there are the numbers of the chart. */
  readonly table?: () => ChartTable;
}

export function StudyDrawing(props: StudyDrawingProps): ReactNode {
  const { result, figure, title, told, table } = props;
  const chart = useMemo<ChartPicture>(
    () => ({
      draw: (as) => <StudyChart {...{ result, figure }} {...as} />,
      read: (as) => readStudy({ result, figure, ...as }),
    }),
    [result, figure],
  );
  return (
    <div className={styles.drawing}>
      <ChartFrame
        {...{ chart, title, told, table }}
        actions={{ id: "figure", name: "the figure" }}
      />
    </div>
  );
}
