/** Beside the charts: what is here, what was waited for, what was found, and the recording's data. */
import { Tab, TabList } from "@fluentui/react-components";
import { type ReactNode, useId, useMemo } from "react";
import * as z from "zod";
import { noAdvice } from "../../../../app/contract/advice.ts";
import type { RecordingOverview, RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { SideRail } from "../../../components/ui/SideRail.tsx";
import type { Bookmarking } from "../../../state/player/bookmarking.ts";
import type { HereStore } from "../../../state/player/here.ts";
import type { MapViewStore } from "../../../state/player/map-view.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { useAdvice } from "../../../state/recordings/advice.ts";
import { useSetting } from "../../../state/services/settings.ts";
import { useSideRail } from "../../../state/shell/side-rail.ts";
import type { RecordingCounters } from "../charts/recording-counters.ts";
import { selectedOf } from "../selection.ts";
import { AtPlayhead } from "./AtPlayhead.tsx";
import { DataTab, dataPartsOf } from "./DataTab.tsx";
import { FindingsTab } from "./FindingsTab.tsx";
import { HereTab } from "./HereTab.tsx";
import styles from "./RecordingRail.module.css";
import { useNextStep } from "./use-next-step.ts";
import { WaitsTab } from "./WaitsTab.tsx";

export interface RecordingRailProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
  readonly player: PlayerStore;
  readonly counters: RecordingCounters;
  readonly here: HereStore;
  readonly map: MapViewStore;
  readonly bookmarking: Bookmarking;
}

const tabs = ["here", "waits", "findings", "data"] as const;
type TabName = (typeof tabs)[number];

/** By the names that were kept while each of these had a tab of its own. */
const earlier: Readonly<Record<string, TabName>> = {
  selection: "here",
  advice: "findings",
  counters: "data",
  responses: "data",
  plan: "data",
  backups: "data",
  files: "data",
};

export const tabSchema = z.preprocess(
  (kept) => (typeof kept === "string" ? (earlier[kept] ?? kept) : kept),
  z.enum(tabs),
);

/** What a recording has not has no tab. `found`: findings and recommendations. */
function titlesOf(overview: RecordingOverview, found: number) {
  const titles: Readonly<Record<TabName, string | null>> = {
    here: "Here",
    waits: overview.run !== null || overview.waits.length > 0 ? "Waits" : null,
    findings: `Findings ${found}`,
    data: dataPartsOf(overview).length > 0 ? "Data" : null,
  };
  return titles;
}

export function RecordingRail(props: RecordingRailProps) {
  const rail = useSideRail("Details");
  const entry = props.overview.run?.entry ?? null;
  useNextStep(entry, useAdvice(entry).value ?? noAdvice);
  return (
    <SideRail label="Details" handle="Details" {...rail}>
      <Tabs {...props} />
    </SideRail>
  );
}

function Tabs(props: RecordingRailProps) {
  const { overview } = props;
  const [kept, setTab] = useSetting<TabName>("replay.rail", tabSchema, "here");
  const { recommendations } = useAdvice(overview.run?.entry ?? null).value ?? noAdvice;
  const titles = titlesOf(overview, overview.findings.length + recommendations.length);
  const tab = titles[kept] === null ? "here" : kept;
  const id = useId();
  return (
    <div className={styles.rail}>
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
        // Another tab begins at its top.
        key={tab}
        id={`${id}-panel`}
        className={styles.panel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
        tabIndex={0}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
      >
        <Content {...props} tab={tab} />
      </div>
    </div>
  );
}

interface ContentProps extends RecordingRailProps {
  readonly tab: TabName;
}

function Content(props: ContentProps): ReactNode {
  const { tab, recording, timeline, overview, player, counters, here, map, bookmarking } = props;
  const { findings, effects, files, run } = overview;
  const selection = usePlayerState(player, (state) => state.selection);
  const selected = selectedOf(timeline, selection);
  const advice = useAdvice(tab === "findings" ? (run?.entry ?? null) : null, selected.span);
  const names = useMemo(() => files.map(({ name }) => name), [files]);
  switch (tab) {
    case "here":
      return (
        <AtPlayhead player={player}>
          {(atMs) => (
            <HereTab
              {...{ recording, timeline, player, selected, atMs, run, here, map }}
              samples={counters.samples}
              files={names}
            />
          )}
        </AtPlayhead>
      );
    case "waits":
      return (
        <AtPlayhead player={player}>
          {(atMs) => (
            <WaitsTab {...{ recording, timeline, overview, counters, atMs }} span={selected.span} />
          )}
        </AtPlayhead>
      );
    case "findings":
      return (
        <FindingsTab
          {...{ timeline, player, findings, effects, advice, bookmarking }}
          isOfSelection={selected.span !== null}
          run={run?.entry ?? null}
          files={names}
        />
      );
    case "data":
      return (
        <DataTab {...{ recording, timeline, overview, player, counters }} span={selected.span} />
      );
  }
}
