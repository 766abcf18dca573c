/** The charts of a paper's figure on the page. */
import { type ReactNode, useId } from "react";
import { FigureChart } from "../../../app/charts/FigureChart.tsx";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import styles from "../compare/StudyDrawing.module.css";

export const FigureDrawing = ({ answer }: { readonly answer: FigureAnswer }): ReactNode => (
  <div className={styles.drawing}>
    <FigureChart id={useId()} answer={answer} />
  </div>
);
