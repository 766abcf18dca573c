/** Beside the charts: what is selected, what is found, counters, waits, and what a run tells of itself. */
import { Tab, TabList } from "@fluentui/react-components";
import { type ReactNode, useId, useMemo } from "react";
import * as z from "zod";
import type { RecordingOverview, RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import { hasBackups } from "../../../../app/domain/backup-words.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { useRecommendations } from "../../../state/recordings/recommendations.ts";
import { useSetting } from "../../../state/services/settings.ts";
import type { RecordingCounters } from "../charts/recording-counters.ts";
import { selectedOf } from "../selection.ts";
import { AdviceTab, type AdviceTabProps } from "./AdviceTab.tsx";
import { AtPlayhead } from "./AtPlayhead.tsx";
import { BackupsTab } from "./BackupsTab.tsx";
import { CountersTab } from "./CountersTab.tsx";
import { FilesTab } from "./FilesTab.tsx";
import { FindingsTab } from "./FindingsTab.tsx";
import { PlanTab } from "./PlanTab.tsx";
import styles from "./RecordingRail.module.css";
import { ResponsesTab } from "./ResponsesTab.tsx";
import { SelectionTab } from "./SelectionTab.tsx";
import { WaitsTab } from "./WaitsTab.tsx";

export interface RecordingRailProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
  readonly player: PlayerStore;
  readonly counters: RecordingCounters;
}

const tabs = [
  "selection",
  "findings",
  "advice",
  "waits",
  "counters",
  "responses",
  "plan",
  "backups",
  "files",
] as const;
type TabName = (typeof tabs)[number];
const tabSchema = z.enum(tabs);

/** What a recording has not has no tab. `advised`: how many recommendations there are, once it is known. */
function titlesOf(
  { findings, counters, waits, files, run }: RecordingOverview,
  advised: number | undefined,
) {
  const titles: Readonly<Record<TabName, string | null>> = {
    selection: "Selection",
    findings: `Findings ${findings.length}`,
    advice:
      run?.entry.status === "completed"
        ? advised === undefined
          ? "Advice"
          : `Advice ${advised}`
        : null,
    waits: run !== null || waits.length > 0 ? "Waits" : null,
    counters: counters.length > 0 ? "Counters" : null,
    responses: run === null ? null : "Responses",
    plan: run === null ? null : "Plan",
    backups: hasBackups(run?.summary ?? null) ? "Backups" : null,
    files: files.length > 0 ? "Files" : null,
  };
  return titles;
}

export function RecordingRail(props: RecordingRailProps) {
  const [kept, setTab] = useSetting<TabName>("replay.rail", tabSchema, "selection");
  const entry = props.overview.run?.entry ?? null;
  const recommendations = useRecommendations(entry);
  const titles = titlesOf(props.overview, recommendations.value?.length);
  const tab = titles[kept] === null ? "selection" : kept;
  const id = useId();
  return (
    <aside className={styles.rail} aria-label="Details">
      <TabList
        size="small"
        className={styles.tabs ?? ""}
        selectedValue={tab}
        onTabSelect={(_, { value }) => setTab(tabSchema.parse(value))}
      >
        {tabs
          .filter((name) => titles[name] !== null)
          .map((name) => (
            <Tab key={name} id={`${id}-${name}`} value={name} aria-controls={`${id}-panel`}>
              {titles[name]}
            </Tab>
          ))}
      </TabList>
      <div
        id={`${id}-panel`}
        className={styles.panel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
        tabIndex={0}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
      >
        <Content {...props} {...{ tab, recommendations }} />
      </div>
    </aside>
  );
}

interface ContentProps extends RecordingRailProps {
  readonly tab: TabName;
  readonly recommendations: AdviceTabProps["recommendations"];
}

function Content(props: ContentProps): ReactNode {
  const { tab, recording, timeline, overview, player, counters, recommendations } = props;
  const { findings, files, run } = overview;
  const selection = usePlayerState(player, (state) => state.selection);
  const selected = selectedOf(timeline, selection);
  const names = useMemo(() => files.map(({ name }) => name), [files]);
  switch (tab) {
    case "selection":
      return (
        <AtPlayhead player={player}>
          {(atMs) => (
            <SelectionTab
              {...{ recording, timeline, player, selected, atMs, run }}
              samples={counters.samples}
              files={names}
            />
          )}
        </AtPlayhead>
      );
    case "findings":
      return <FindingsTab {...{ timeline, player, findings }} files={names} />;
    case "advice":
      return run === null ? null : <AdviceTab run={run.entry} recommendations={recommendations} />;
    case "waits":
      return (
        <AtPlayhead player={player}>
          {(atMs) => <WaitsTab {...{ recording, timeline, overview, atMs }} span={selected.span} />}
        </AtPlayhead>
      );
    case "counters":
      return <CountersTab {...{ recording, timeline, counters }} span={selected.span} />;
    case "responses":
      return (
        <ResponsesTab {...{ recording }} summary={run?.summary ?? null} span={selected.span} />
      );
    case "plan":
      return <PlanTab run={run} timeline={timeline} player={player} />;
    case "backups":
      return run?.summary ? (
        <BackupsTab summary={run.summary} timeline={timeline} player={player} />
      ) : null;
    case "files":
      return <FilesTab overview={overview} />;
  }
}
