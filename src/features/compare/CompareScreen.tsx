/** Compare: what a change does. First the answer, then the numbers, the lanes, and what differs. */
import { Button, Spinner } from "@fluentui/react-components";
import { ArrowSortRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo, useState } from "react";
import type { Alignment, ComparisonOfSides } from "../../../app/contract/comparison.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { isBandStudy } from "../../../app/contract/study.ts";
import { language } from "../../../app/domain/format/language.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { asSentence } from "../../../app/domain/format/report-text.ts";
import { missingRepeats } from "../../../app/domain/studies/needed-repeats.ts";
import { ComparisonAside } from "../../components/compare/ComparisonAside.tsx";
import { EmptyState, ErrorState } from "../../components/ui/StateMessage.tsx";
import { useComparison } from "../../state/comparison/comparison.ts";
import { useStudy } from "../../state/comparison/studies.ts";
import { useLibrary } from "../../state/library/library.ts";
import { type ComparisonPlace, useNavigation } from "../../state/shell/navigation.ts";
import { useStatus } from "../../state/shell/status.ts";
import { AnswerFrame } from "./AnswerFrame.tsx";
import { alignmentChoices, usedAlignment } from "./align.ts";
import { BandView } from "./BandView.tsx";
import { type Aligned, CompareBar } from "./CompareBar.tsx";
import { ComparedLanes, type LaidSides, useLaidSides } from "./ComparedLanes.tsx";
import styles from "./CompareScreen.module.css";
import { StudyFigureView } from "./figure/StudyFigureView.tsx";
import { MetricTable } from "./MetricTable.tsx";
import { StudyBar } from "./StudyBar.tsx";
import { questionOf, type ShownSide, shownSides } from "./sides.ts";
import { UnderWay } from "./UnderWay.tsx";
import { Verdict } from "./Verdict.tsx";

export default function CompareScreen(): ReactNode {
  const place = useNavigation((state) => state.compare);
  if (place === null) return <NothingCompared />;
  return place.studyId !== null && place.sides.length === 0 ? (
    <WholeStudy key={place.studyId} studyId={place.studyId} />
  ) : (
    <Compared place={place} />
  );
}

/** All points of a study together. */
function WholeStudy({ studyId }: { readonly studyId: string }): ReactNode {
  const { study, message } = useStudy(studyId);
  if (message !== null) return <ErrorState title="This study is not there" message={message} />;
  if (study === null) return <Spinner className={styles.loading ?? ""} label="Reading the study" />;
  return isBandStudy(study) ? <BandView study={study} /> : <StudyFigureView studyId={studyId} />;
}

function Compared({ place }: { readonly place: ComparisonPlace }): ReactNode {
  const { study, message } = useStudy(place.studyId);
  const sides = useMemo(() => shownSides(place.sides, study), [place.sides, study]);
  const isRunning = study?.status === "running";
  const question = isRunning ? null : questionOf(sides, place);
  const { comparison, isComputing, message: failed } = useComparison(question);
  // Which of the sides stands against the base in the table and the lanes.
  const [chosen, choose] = useState(1);
  const against = Math.min(chosen, Math.max((comparison?.sides.length ?? sides.length) - 1, 1));
  const laid = useLaidSides(comparison, against);
  const aligned = alignedOf(laid, place.align);
  useStatus({
    title:
      sides.length < 2 ? sides[0]?.name : `${sides[0]?.name} against ${listed(sides.slice(1))}`,
    left: factsOf(sides, study),
    right: ["~ is not proven: more runs may show a difference"],
  });
  return (
    <div className={styles.screen}>
      <CompareBar
        {...{ place, sides, comparison, study, aligned }}
        isAnswered={comparison !== null && !isComputing}
      />
      {study !== null && <StudyBar study={study} />}
      {message !== null && place.studyId !== null && (
        <ErrorState title="The study of these runs is not there" message={message} />
      )}
      {study?.status === "running" ? (
        <UnderWay study={study} />
      ) : message !== null ? null : question === null ? (
        <TooFew sides={sides} />
      ) : failed !== null && !isComputing ? (
        <ErrorState
          title="These cannot be compared"
          message={`${asSentence(failed)} Above, any side can be replaced or taken out, and another one added.`}
        />
      ) : (
        <AnswerFrame
          computing={
            isComputing ? `Comparing ${sides[0]?.name} with ${listed(sides.slice(1))}` : null
          }
        >
          {comparison !== null && laid !== null && (
            <Answer {...{ comparison, against, choose, laid, study }} align={aligned.used} />
          )}
        </AnswerFrame>
      )}
    </div>
  );
}

/** Runs of each side that would be enough to prove what these are too few for. */
function missingOf({ primary, against }: ComparisonOfSides, { repeats }: StudyState): number {
  const told = against.flatMap(({ metrics }) => metrics);
  const [named, others] = [true, false].map((isNamed) =>
    told.filter(({ id }) => (id === primary) === isNamed).map(({ comparison }) => comparison),
  );
  return missingRepeats(repeats, named ?? [], others ?? []);
}

function alignedOf(laid: LaidSides | null, asked: Alignment): Aligned {
  const choices = alignmentChoices(
    laid === null
      ? []
      : [
          { name: laid.base.name, timeline: laid.over.timeline },
          { name: laid.other.name, timeline: laid.under.timeline },
        ],
  );
  return { choices, used: usedAlignment(choices, asked) };
}

/** "two snapshots and three snapshots". */
const listed = (sides: readonly ShownSide[]): string =>
  new Intl.ListFormat(language).format(sides.map(({ name }) => name));

interface AnswerProps {
  readonly comparison: ComparisonOfSides;
  /** Place of the side that stands against the base. */
  readonly against: number;
  readonly laid: LaidSides;
  readonly align: Alignment;
  readonly study: StudyState | null;
  choose(against: number): void;
}

function Answer(props: AnswerProps): ReactNode {
  const { comparison, against, laid, align, study, choose } = props;
  const missing = study === null ? 0 : missingOf(comparison, study);
  return (
    <div className={styles.answer}>
      <Verdict {...{ comparison, against, study, missing, choose }} />
      <div className={styles.parts}>
        <div className={styles.main}>
          <MetricTable comparison={comparison} against={against} />
          <ComparedLanes laid={laid} align={align} />
        </div>
        <ComparisonAside comparison={comparison} against={against} />
      </div>
    </div>
  );
}

function factsOf(sides: readonly ShownSide[], study: StudyState | null): string[] {
  const runs = sides.reduce((sum, { recordings }) => sum + recordings.length, 0);
  const failed = study?.runs.filter(({ status }) => status === "failed").length ?? 0;
  return [
    countOf(runs, "recording"),
    ...(study === null ? [] : [`${formatNumber(failed)} failed`]),
  ];
}

function TooFew({ sides }: { readonly sides: readonly ShownSide[] }): ReactNode {
  const missing = sides.find(({ recordings }) => recordings.length === 0);
  return (
    <EmptyState
      icon={<ArrowSortRegular fontSize={32} aria-hidden />}
      title={
        missing === undefined ? "Choose what to compare with" : `${missing.name} has no runs yet`
      }
    >
      A comparison has two sides at least, each of one recording or more: runs of the library,
      opened logs, or runs that are made for it.
    </EmptyState>
  );
}

function NothingCompared(): ReactNode {
  const { openScreen, openCompare } = useNavigation();
  const entries = useLibrary((library) => library.entries);
  const over = entries.filter(({ status }) => status === "completed");
  const [newest, before] = over;
  useStatus({ title: undefined });
  return (
    <EmptyState
      icon={<ArrowSortRegular fontSize={32} aria-hidden />}
      title="Nothing is compared yet"
      actions={
        <>
          <Button appearance="primary" onClick={() => openScreen("experiments")}>
            Compare an experiment
          </Button>
          {newest !== undefined && before !== undefined && (
            <Button
              onClick={() =>
                openCompare({
                  sides: [before, newest].map(({ id, name }) => ({
                    name,
                    recordings: [{ kind: "run", id }],
                    point: null,
                  })),
                  studyId: null,
                  primary: null,
                  align: "analysis",
                })
              }
            >
              Compare the last two runs
            </Button>
          )}
          <Button onClick={() => openScreen("runs")}>Choose runs</Button>
        </>
      }
    >
      “Compare with…” of an experiment runs it twice, with and without its snapshots, on another
      device or with whatever you changed, and says what the difference is and whether it is proven.
      Runs that you have, and logs of a server, are compared as they are.
    </EmptyState>
  );
}
