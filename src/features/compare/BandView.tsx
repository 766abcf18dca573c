/** A band: what a result is over all that is assumed, what moves it, and where each figure is from. */
import { Button, Spinner } from "@fluentui/react-components";
import { ArrowSortRegular, DataScatterRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Band } from "../../../app/contract/band.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { movingFigures, unmovedText } from "../../../app/domain/assumptions/band-text.ts";
import { creationCheckFigure } from "../../../app/domain/figures/creation-check.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { atBegin } from "../../../app/domain/format/report-text.ts";
import { pointName } from "../../../app/domain/studies/point-name.ts";
import { BandDrawing } from "../../components/compare/BandDrawing.tsx";
import { EmptyState, ErrorState } from "../../components/ui/StateMessage.tsx";
import { useBand } from "../../state/comparison/band.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { useStatus } from "../../state/shell/status.ts";
import styles from "./BandView.module.css";
import screenStyles from "./CompareScreen.module.css";
import { Notes } from "./Notes.tsx";
import { StudyBar } from "./StudyBar.tsx";

export function BandView({ study }: { readonly study: StudyState }): ReactNode {
  const { value: band, message } = useBand(study);
  const completed = study.runs.filter(({ status }) => status === "completed").length;
  useStatus({
    title: study.name,
    left: [`${completed} of ${countOf(study.runs.length, "run")}`],
    right: ["The report of a run of this experiment has the band too"],
  });
  return (
    <div className={screenStyles.screen}>
      <StudyBar study={study} />
      {message !== null ? (
        <ErrorState title="The band cannot be told" message={message} />
      ) : band === null ? (
        <Spinner className={screenStyles.loading ?? ""} label="Reading its runs" />
      ) : band.metrics.length === 0 ? (
        <EmptyState
          icon={<DataScatterRegular fontSize={32} aria-hidden />}
          title="The run with the figures as given has not ended yet"
        >
          The band grows with the runs: each assumed figure at its slow and at its fast end.
          Meanwhile you can go anywhere: Runs has this study under “Studies”.
        </EmptyState>
      ) : (
        <Answer study={study} band={band} />
      )}
    </div>
  );
}

interface AnswerProps {
  readonly study: StudyState;
  readonly band: Band;
}

function Answer({ study, band }: AnswerProps): ReactNode {
  const unmoved = unmovedText(band);
  // What one asks of a snapshot first; a scenario without one has none.
  const first = band.metrics.find((metric) => metric.id === "creation") ?? band.metrics[0];
  const further = band.metrics.filter((metric) => metric !== first);
  const notes = [...(unmoved === null ? [] : [unmoved]), ...band.notes, ...study.notes];
  return (
    // A region that scrolls needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.band} aria-label="Band" tabIndex={0}>
      <div className={screenStyles.verdict}>
        <h1 className={screenStyles.said}>{withUnitsKept(first?.sentence ?? "")}</h1>
        {further.map((metric) => (
          <p key={metric.id} className={screenStyles.further}>
            {withUnitsKept(metric.sentence)}
          </p>
        ))}
        <p className={screenStyles.method}>
          Filled: with the figure at the slow end of its range; outlined: at the fast end; all else
          as given.
        </p>
        <Notes notes={notes} />
      </div>
      <div className={styles.drawings}>
        {[first, ...further].map(
          (metric) =>
            metric !== undefined && <BandDrawing key={metric.id} band={band} metric={metric} />,
        )}
      </div>
      <FiguresTable band={band} />
      <div className={styles.actions}>
        <EndsButton study={study} />
        {first?.id === "creation" && <CheckButton />}
      </div>
    </section>
  );
}

function movesText(band: Band, path: string): string {
  if (band.unmoved.includes(path)) return "nothing";
  return movingFigures(band).has(path) ? "the result" : "not run";
}

const FiguresTable = ({ band }: Pick<AnswerProps, "band">): ReactNode => (
  <table className={styles.table}>
    <caption>What is assumed</caption>
    <thead>
      <tr>
        <th scope="col">Figure</th>
        <th scope="col" className={styles.figure}>
          Given
        </th>
        <th scope="col" className={styles.figure}>
          Slow end
        </th>
        <th scope="col" className={styles.figure}>
          Fast end
        </th>
        <th scope="col">Moves</th>
        <th scope="col">Source, and why these limits</th>
      </tr>
    </thead>
    <tbody>
      {band.figures.map(({ path, name, given, slow, fast, source, reason }) => (
        <tr key={path}>
          <th scope="row" title={path}>
            {atBegin(name)}
          </th>
          <td className={styles.figure}>{given}</td>
          <td className={styles.figure}>{slow}</td>
          <td className={styles.figure}>{fast}</td>
          <td className={styles.moves}>{movesText(band, path)}</td>
          <td className={styles.source}>{`${source}; limits: ${reason}`}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The scenario as given, against all of it at one end: lanes, responses and phases, as any comparison. */
function EndsButton({ study: { id, points } }: Pick<AnswerProps, "study">): ReactNode {
  const openCompare = useNavigation((state) => state.openCompare);
  const ends = points.flatMap((point, at) =>
    at === 0 || (point.assumed !== undefined && point.assumed.figure === undefined)
      ? [{ name: pointName(point), recordings: [], point: at }]
      : [],
  );
  if (ends.length < 2) return null;
  return (
    <Button
      icon={<ArrowSortRegular />}
      onClick={() => openCompare({ sides: ends, studyId: id, primary: null, align: "analysis" })}
    >
      Compare the ends with what is given
    </Button>
  );
}

/** The runs that were checked against a published creation, which the notes tell of. */
function CheckButton(): ReactNode {
  const openFigure = useNavigation((state) => state.openFigure);
  return (
    <Button appearance="subtle" onClick={() => openFigure(creationCheckFigure)}>
      Show the published creation
    </Button>
  );
}
