/** A piece of the line that charts draw of a side: beside its name, so that it is found there. */
import type { ReactNode } from "react";
import { sideStroke } from "../../../app/charts/side-look.ts";
import styles from "./SideLine.module.css";

/** `side`: its place among all; the first is the base. */
export const SideLine = ({ side }: { readonly side: number }): ReactNode => (
  <svg className={styles.line} viewBox="0 0 20 2" aria-hidden="true">
    <line {...sideStroke(side)} x1={0} x2={20} y1={1} y2={1} />
  </svg>
);
