/** What a run's result is over all that is assumed of its server and devices. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import { Tornado } from "../../charts/Tornado.tsx";
import type { Band, BandFigure, BandMetric, BandRow } from "../../contract/band.ts";
import {
  bandNames,
  endText,
  metricTitle,
  movingFigures,
  rowName,
  unmovedText,
} from "../../domain/assumptions/band-text.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import { atBegin } from "../../domain/format/report-text.ts";
import { ChartFigure } from "./ChartFigure.tsx";
import { Note, rightAligned, words } from "./columns.tsx";

interface AssumptionsProps {
  readonly band: Band;
  nextFigure(): number;
}

export function Assumptions({ band, nextFigure }: AssumptionsProps): ReactNode {
  const [names, shown] = [bandNames(band), movingFigures(band)];
  const notes = [unmovedText(band), ...band.notes].filter((note) => note !== null);
  return (
    <>
      {band.metrics.map(({ id, sentence }) => (
        <p key={id}>{withUnitsKept(sentence)}</p>
      ))}
      {shown.size > 0 &&
        band.metrics.map((metric) => (
          <ChartFigure
            key={metric.id}
            number={nextFigure()}
            caption={`${metricTitle(metric.metric)}, with each assumed figure at the slow end of its range (filled) and at the fast one (outlined), all else as given.`}
            chart={<Tornado id={`band-${metric.id}`} {...{ metric, names, shown }} />}
          >
            <MetricRows {...{ metric, names, shown }} />
          </ChartFigure>
        ))}
      <DataTable<BandFigure>
        caption="What is assumed"
        rows={band.figures}
        empty="Nothing."
        columns={[
          words("Figure", ({ name, path }) => <abbr title={path}>{atBegin(name)}</abbr>),
          rightAligned("Given", undefined, ({ given }) => given),
          rightAligned("Slow end", undefined, ({ slow }) => slow),
          rightAligned("Fast end", undefined, ({ fast }) => fast),
          words("Source", ({ source, reason }) => `${source}; limits: ${reason}`),
        ]}
      />
      {notes.length > 0 && <Note>{notes.join(" ")}</Note>}
    </>
  );
}

interface RowsProps {
  readonly metric: BandMetric;
  readonly names: ReadonlyMap<string, string>;
  readonly shown: ReadonlySet<string>;
}

const MetricRows = ({ metric: { metric, rows }, names, shown }: RowsProps): ReactNode => (
  <DataTable<BandRow>
    caption={`${atBegin(metric.name)} at the ends of what is assumed`}
    rows={rows.filter(({ path }) => path === null || shown.has(path))}
    empty=""
    columns={[
      words("Figure", (row) => rowName(names, row)),
      rightAligned("Slow end", undefined, ({ slow }) => endText(metric.unit, slow)),
      rightAligned("Fast end", undefined, ({ fast }) => endText(metric.unit, fast)),
    ]}
  />
);
