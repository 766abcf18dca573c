/** Which pages each snapshot's sparse files hold at the end of what is reported, and why. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import { PageStillChart } from "../../charts/PageStillChart.tsx";
import type { PageStill } from "../../contract/page-still.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { causeTitles, regionBytes, scaleWords } from "../../domain/page-map/map-words.ts";
import { gridOfStill, stillSentence } from "../../domain/page-map/page-still.ts";
import { pageBytes } from "../../domain/page-map/push-log.ts";
import { ChartFigure } from "./ChartFigure.tsx";
import { figures, Note, words } from "./columns.tsx";

interface PageMapsProps {
  readonly stills: readonly PageStill[];
  readonly nextFigure: () => number;
}

export const PageMaps = ({ stills, nextFigure }: PageMapsProps): ReactNode =>
  stills.map((still) => (
    <PageMapFigure key={still.snapshot} {...{ still }} number={nextFigure()} />
  ));

type CauseRow = PageStill["causes"][number];

function PageMapFigure({
  still,
  number,
}: {
  readonly still: PageStill;
  readonly number: number;
}): ReactNode {
  return (
    <>
      <p>{stillSentence(still)}</p>
      {still.note !== null && <Note>{still.note}</Note>}
      <ChartFigure
        number={number}
        caption={`Pages of the sparse file of ${still.snapshot} beside its source. ${scaleWords(gridOfStill(still))}. A cell has the colour of what copied most of its pages: in the source it is as large as the share of its extents that changed, in the sparse file as high as the share of its pages that was copied.`}
        chart={<PageStillChart id={`figure-${number}-chart`} still={still} />}
      >
        <details>
          <summary>{`Data of figure ${number}`}</summary>
          <DataTable<CauseRow>
            caption={`Data of figure ${number}: pages and space on disk, by cause`}
            rows={still.causes}
            empty="No page was copied."
            columns={[
              words("Cause", ({ cause }) => causeTitles[cause]),
              figures("Pages", "pages", ({ pages }) => pages),
              figures("Copied", undefined, ({ pages }) => pages * pageBytes, formatBytes),
              figures("On disk", undefined, ({ regions }) => regions * regionBytes, formatBytes),
            ]}
          />
        </details>
      </ChartFigure>
    </>
  );
}
