/** Beside the charts of a capture: what is selected, what is found, counters, waits and files. */
import { Tab, TabList } from "@fluentui/react-components";
import { useId, useMemo } from "react";
import * as z from "zod";
import type { CaptureOverview } from "../../../app/contract/capture.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { useSetting } from "../../state/settings.ts";
import { AtPlayhead } from "./AtPlayhead.tsx";
import { CaptureWaitsTab } from "./CaptureWaitsTab.tsx";
import { CountersTab } from "./CountersTab.tsx";
import type { CaptureCounters } from "./capture-counters.ts";
import { FilesTab } from "./FilesTab.tsx";
import { FindingsTab } from "./FindingsTab.tsx";
import styles from "./ReplayRail.module.css";
import { SelectionTab } from "./SelectionTab.tsx";
import { selectedOf } from "./selection.ts";

export interface CaptureRailProps {
  readonly captureId: string;
  readonly timeline: Timeline;
  readonly overview: CaptureOverview;
  readonly player: PlayerStore;
  readonly counters: CaptureCounters;
}

const tabs = ["selection", "findings", "counters", "waits", "files"] as const;
type TabName = (typeof tabs)[number];
const tabSchema = z.enum(tabs);

export function CaptureRail(props: CaptureRailProps) {
  const { captureId, timeline, overview, player, counters } = props;
  const { findings, waits, files } = overview;
  const [kept, setTab] = useSetting<TabName>("replay.capture-rail", tabSchema, "findings");
  const selection = usePlayerState(player, (state) => state.selection);
  const selected = selectedOf(timeline, selection);
  const names = useMemo(() => files.map(({ name }) => name), [files]);
  const id = useId();
  const titles: Readonly<Record<TabName, string>> = {
    selection: "Selection",
    findings: `Findings ${findings.length}`,
    counters: "Counters",
    waits: "Waits",
    files: "Files",
  };
  const isThere: Readonly<Record<TabName, boolean>> = {
    selection: true,
    findings: true,
    counters: overview.counters.length > 0,
    waits: waits.length > 0,
    files: true,
  };
  const tab = isThere[kept] ? kept : "selection";
  return (
    <aside className={`${styles.rail} ${styles.wide}`} aria-label="Details">
      <TabList
        size="small"
        className={styles.tabs ?? ""}
        selectedValue={tab}
        onTabSelect={(_, { value }) => setTab(tabSchema.parse(value))}
      >
        {tabs
          .filter((name) => isThere[name])
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
        {tab === "selection" && (
          <AtPlayhead player={player}>
            {(atMs) => (
              <SelectionTab
                {...{ timeline, player, selected, atMs }}
                recorded={null}
                files={names}
              />
            )}
          </AtPlayhead>
        )}
        {tab === "findings" && <FindingsTab {...{ timeline, player, findings }} files={names} />}
        {tab === "counters" && (
          <CountersTab {...{ captureId, timeline, counters }} span={selected.span} />
        )}
        {tab === "waits" && <CaptureWaitsTab waits={waits} originMs={timeline.originMs} />}
        {tab === "files" && <FilesTab overview={overview} />}
      </div>
    </aside>
  );
}
