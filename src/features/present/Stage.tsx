/** The stage: one sentence, one picture, at most two lanes, and a dot for each step. Nothing else. */
import { type ComponentProps, type ReactNode, useMemo, useSyncExternalStore } from "react";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import type { PushLog } from "../../../app/domain/page-map/push-log.ts";
import type { Picture } from "../../../app/domain/present/step.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { usePlacedText } from "../../components/player/measure-text.ts";
import { type Size, useSize } from "../../components/player/use-size.ts";
import { Dots } from "../../components/present/Dots.tsx";
import type { LaneUnder } from "../../components/present/StageLane.tsx";
import { StageLanes } from "../../components/present/StageLanes.tsx";
import { StagePage } from "../../components/present/StagePage.tsx";
import { StagePages } from "../../components/present/StagePages.tsx";
import { StagePhases } from "../../components/present/StagePhases.tsx";
import { type StagePlane, stagePlane } from "../../components/present/stage-plane.ts";
import { linesOf, stageTextWidth } from "../../components/present/stage-text.ts";
import styles from "./Stage.module.css";
import { useStagePress } from "./StageFrame.tsx";
import type { Press } from "./use-walk.ts";

export interface StageProps {
  readonly sentence: string;
  /** Null while there is none. */
  readonly shown: ShownPicture | null;
  readonly position: number;
  readonly count: number;
  onPress(press: Press): void;
  /** In the place of a picture, where none is shown. */
  readonly children?: ReactNode;
}

export interface ShownPicture {
  readonly picture: Picture;
  readonly timeline: Timeline;
  /** At most two. */
  readonly lanes: readonly Lane[];
  readonly series: Series;
  /** The moment up to which is shown. */
  readonly atMs: number;
  /** At the newest moment of a run under way. */
  readonly isNow: boolean;
  /** What of that moment was told. */
  readonly told: ReadonlySet<string>;
  /** Of which pictures of pages are; null: there are none. */
  readonly pushes: PushLog | null;
  /** Samples of another run that lie under the lanes, paler. */
  readonly under?: LaneUnder | null;
}

export function Stage({
  sentence,
  shown,
  position,
  count,
  onPress,
  children,
}: StageProps): ReactNode {
  useStagePress(onPress);
  return (
    <>
      <Sentence text={sentence} />
      {shown === null ? <div>{children}</div> : <Pictures shown={shown} />}
      <Dots position={position} count={count} />
    </>
  );
}

/** The height of the window, px: a lower one has room for the smaller sentence alone. */
const highEnough = 760;
const largeSize = 32;

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

const windowHeight = (): number => window.innerHeight;

/** At most two lines. */
function Sentence({ text }: { readonly text: string }): ReactNode {
  usePlacedText();
  const [ref, { width }] = useSize<HTMLParagraphElement>();
  const height = useSyncExternalStore(onResize, windowHeight);
  const isLarge = height >= highEnough && linesOf(text, width, largeSize) <= 2;
  return (
    <p ref={ref} className={styles.sentence} role="status" data-large={isLarge}>
      {withUnitsKept(text)}
    </p>
  );
}

function Pictures({ shown }: { readonly shown: ShownPicture }): ReactNode {
  const { picture, timeline, lanes, series, atMs, isNow } = shown;
  usePlacedText();
  const [above, size] = useSize<HTMLDivElement>();
  const { originMs } = timeline;
  const longest = Math.max(
    0,
    ...namesOf(picture).map(stageTextWidth),
    ...lanes.map(({ title }) => stageTextWidth(title) + 22),
  );
  const { startMs, endMs } = picture.view;
  const plane: StagePlane = useMemo(
    () => stagePlane({ startMs, endMs }, size.width, originMs, longest),
    [startMs, endMs, size.width, originMs, longest],
  );
  const { under = null } = shown;
  const common = { timeline, lanes, series, plane, atMs, isNow, under };
  const isPhases = picture.kind === "phases";
  return (
    <>
      <div ref={above} className={styles.picture} data-alone={!isPhases || lanes.length === 0}>
        {size.width > 0 && <Drawing {...common} shown={shown} size={size} />}
      </div>
      {isPhases && lanes.length > 0 && <LanesBelow {...common} />}
    </>
  );
}

interface DrawingProps
  extends Omit<ComponentProps<typeof StageLanes>, "label" | "height" | "isPicture"> {
  readonly shown: ShownPicture;
  readonly size: Size;
}

function Drawing({ shown, size, ...lanes }: DrawingProps): ReactNode {
  const { picture, timeline, told, pushes } = shown;
  const { height } = size;
  const { plane, atMs, isNow } = lanes;
  if (picture.kind === "phases") {
    return (
      <StagePhases
        label="Phases, to scale"
        clock={timeline}
        {...{ picture, plane, atMs, isNow, told, height }}
      />
    );
  }
  if (picture.kind === "pages" && pushes !== null) {
    const { target } = picture;
    return <StagePages log={pushes} clock={timeline} {...{ target, atMs }} {...size} />;
  }
  if (picture.kind === "page" && pushes !== null) {
    return <StagePage log={pushes} clock={timeline} {...{ picture, atMs }} {...size} />;
  }
  return <StageLanes label="Counters" {...lanes} height={height} isPicture />;
}

function LanesBelow(
  props: Omit<ComponentProps<typeof StageLanes>, "label" | "height" | "isPicture">,
) {
  const [ref, { height }] = useSize<HTMLDivElement>();
  return (
    <div ref={ref} className={styles.lanes}>
      <StageLanes label="Counters" {...props} height={height} isPicture={false} />
    </div>
  );
}

const namesOf = (picture: Picture): readonly string[] =>
  picture.kind === "phases" ? picture.rows.map((name) => phaseTerm(name).title) : [];
