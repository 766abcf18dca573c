/** What moves a metric of a band how far, drawn as in the report. */
import { type ReactNode, useId, useMemo } from "react";
import type { ChartPicture } from "../../../app/charts/chart-reading.ts";
import { readTornado, Tornado } from "../../../app/charts/Tornado.tsx";
import type { Band, BandMetric } from "../../../app/contract/band.ts";
import {
  bandNames,
  metricTitle,
  movingFigures,
} from "../../../app/domain/assumptions/band-text.ts";
import { ChartFrame } from "../charts/ChartFrame.tsx";
import styles from "./BandDrawing.module.css";

interface BandDrawingProps {
  readonly band: Band;
  readonly metric: BandMetric;
}

export function BandDrawing({ band, metric }: BandDrawingProps): ReactNode {
  const id = useId();
  const chart = useMemo<ChartPicture>(() => {
    const drawn = { metric, names: bandNames(band), shown: movingFigures(band) };
    return {
      draw: (as) => <Tornado {...drawn} {...as} />,
      read: (as) => readTornado({ ...drawn, ...as }),
    };
  }, [band, metric]);
  const title = metricTitle(metric.metric);
  return (
    <section className={styles.drawing} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ChartFrame title={title} told={[metric.sentence]} chart={chart} widest={720} />
    </section>
  );
}
