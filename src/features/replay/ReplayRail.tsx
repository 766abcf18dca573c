/** Beside the charts: what is selected, and how things stood at the playhead. */
import { Tab, TabList } from "@fluentui/react-components";
import { useId } from "react";
import * as z from "zod";
import type { RecordedTimeline } from "../../../app/contract/rpc/timeline-data.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { useSetting } from "../../state/settings.ts";
import { AtPlayhead } from "./AtPlayhead.tsx";
import { PlanTab } from "./PlanTab.tsx";
import styles from "./ReplayRail.module.css";
import { ResponsesTab } from "./ResponsesTab.tsx";
import { SelectionTab } from "./SelectionTab.tsx";
import { selectedOf } from "./selection.ts";
import { WaitsTab } from "./WaitsTab.tsx";

export interface ReplayRailProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly recorded: RecordedTimeline;
}

const tabs = ["selection", "waits", "responses", "plan"] as const;
type TabName = (typeof tabs)[number];
const tabSchema = z.enum(tabs);
const titles: Readonly<Record<TabName, string>> = {
  selection: "Selection",
  waits: "Waits",
  responses: "Responses",
  plan: "Plan",
};

export function ReplayRail({ timeline, player, recorded }: ReplayRailProps) {
  const [tab, setTab] = useSetting<TabName>("replay.rail", tabSchema, "selection");
  const selection = usePlayerState(player, (state) => state.selection);
  const selected = selectedOf(timeline, selection);
  const id = useId();
  return (
    <aside className={styles.rail} aria-label="Details">
      <TabList
        size="small"
        className={styles.tabs ?? ""}
        selectedValue={tab}
        onTabSelect={(_, { value }) => setTab(tabSchema.parse(value))}
      >
        {tabs.map((name) => (
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
        {tab === "selection" && (
          <AtPlayhead player={player}>
            {(atMs) => <SelectionTab {...{ timeline, player, selected, atMs, recorded }} />}
          </AtPlayhead>
        )}
        {tab === "waits" && (
          <AtPlayhead player={player}>
            {(atMs) => <WaitsTab timeline={timeline} span={selected.span} atMs={atMs} />}
          </AtPlayhead>
        )}
        {tab === "responses" && <ResponsesTab summary={recorded.summary} />}
        {tab === "plan" && (
          <PlanTab summary={recorded.summary} timeline={timeline} player={player} />
        )}
      </div>
    </aside>
  );
}
