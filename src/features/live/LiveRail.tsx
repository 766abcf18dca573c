/** Beside the lanes: the creation under way or when one is planned, what sessions wait for, what snapshots take. */
import { Button } from "@fluentui/react-components";
import { TimelineRegular } from "@fluentui/react-icons";
import { useMemo } from "react";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { nextPlannedSnapshot } from "../../../app/domain/run/steering.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { latestSpan, waitsInSpan } from "../../../app/domain/waits/waits-in-span.ts";
import { BookmarkPanel } from "../../components/bookmarks/BookmarkPanel.tsx";
import { creationStateAt } from "../../components/rail/creation-steps.ts";
import { lanesOfWaits } from "../../components/rail/lanes-of-waits.ts";
import { PhaseChecklist } from "../../components/rail/PhaseChecklist.tsx";
import { SnapshotForecast } from "../../components/rail/SnapshotForecast.tsx";
import { SnapshotSizes } from "../../components/rail/SnapshotSizes.tsx";
import { snapshotSizesAt } from "../../components/rail/snapshot-sizes.ts";
import { TopWaits } from "../../components/rail/TopWaits.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
import { SideRail } from "../../components/ui/SideRail.tsx";
import type { Bookmarking } from "../../state/player/bookmarking.ts";
import { useForecast } from "../../state/recordings/forecast.ts";
import { useSideRail } from "../../state/shell/side-rail.ts";
import { type LivePagesProps, MapPanels, MiniaturePanel } from "./LivePages.tsx";
import styles from "./LiveScreen.module.css";
import { useLiveLanes, waitLanesOfRun } from "./live-lanes.ts";

export interface LiveRailProps extends LivePagesProps {
  readonly timeline: Timeline;
  readonly scenario: Scenario | null;
  readonly goesOn: boolean;
  readonly bookmarking: Bookmarking;
  /** Shows the creation in the place of the lanes; null: there is none, or it is shown. */
  readonly showCreation: (() => void) | null;
}

const waitsOverMs = 10_000;
const noneCreated = "None was created in this run.";

/** `planned`: when the scenario creates the next. */
const howToGetOne = (planned: string | null): string =>
  planned === null
    ? "Create one with the controls below; none is planned."
    : `Create one with the controls below, or wait: the next is planned ${planned}.`;

const mebibyte = 2 ** 20;

export function LiveRail(props: LiveRailProps) {
  const { timeline, scenario, goesOn, showCreation, map } = props;
  const rail = useSideRail("State of the run");
  const [arrangement, show] = useLiveLanes(scenario);
  const { series, endMs } = timeline;
  const creation = useMemo(
    () => creationStateAt(timeline, endMs, goesOn),
    [timeline, endMs, goesOn],
  );
  const sizes = useMemo(() => snapshotSizesAt(timeline, endMs), [timeline, endMs]);
  const forecast = useForecast({ timeline, scenario, atMs: endMs });
  const planned = scenario === null ? null : nextPlannedSnapshot(scenario, timeline);
  const span = latestSpan(series, waitsOverMs);
  const waits = useMemo(() => waitsInSpan(series, latestSpan(series, waitsOverMs)), [series]);
  const seconds = formatNumber((span.endMs - span.startMs) / 1000);
  return (
    <SideRail label="State of the run" handle="Run" {...rail}>
      <MapPanels {...{ map, timeline }} />
      {creation !== null && <PhaseChecklist creation={creation} />}
      {showCreation !== null && (
        <div className={styles.toCreation}>
          <Button
            size="small"
            icon={<TimelineRegular />}
            onClick={showCreation}
            aria-keyshortcuts="C"
          >
            Show the creation
          </Button>
        </div>
      )}
      {creation === null && (
        <Panel title={goesOn ? "No database snapshot yet" : "No database snapshot"}>
          <p className={styles.hint}>{goesOn ? howToGetOne(planned) : noneCreated}</p>
        </Panel>
      )}
      <TopWaits
        span={`last ${seconds} s`}
        waits={waits}
        lanes={lanesOfWaits({ possible: waitLanesOfRun, arrangement, show })}
      />
      <SnapshotSizes
        sizes={sizes}
        sourceBytes={scenario === null ? null : scenario.database.sizeMiB * mebibyte}
      />
      <BookmarkPanel {...{ timeline, ...props.bookmarking }} />
      <MiniaturePanel {...props} />
      {forecast !== null && <SnapshotForecast forecast={forecast} />}
    </SideRail>
  );
}
