/** What moves a metric of a band how far, drawn as in the report. */
import { type ReactNode, useId } from "react";
import { Tornado } from "../../../app/charts/Tornado.tsx";
import type { Band, BandMetric } from "../../../app/contract/band.ts";
import {
  bandNames,
  metricTitle,
  movingFigures,
} from "../../../app/domain/assumptions/band-text.ts";
import styles from "./BandDrawing.module.css";

interface BandDrawingProps {
  readonly band: Band;
  readonly metric: BandMetric;
}

export function BandDrawing({ band, metric }: BandDrawingProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.drawing} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        {metricTitle(metric.metric)}
      </h2>
      <Tornado id={id} metric={metric} names={bandNames(band)} shown={movingFigures(band)} />
    </section>
  );
}
