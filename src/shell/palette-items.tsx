/** What the palette offers for a query, in groups. */
import type { ReactNode } from "react";
import type { CaptureEntry } from "../../app/contract/rpc/captures.ts";
import type { RunEntry } from "../../app/contract/rpc/runs.ts";
import { formatMoment } from "../../app/domain/format/times.ts";
import { runStatusWord } from "../../app/domain/run/run-status.ts";
import { rankMatches } from "../../app/domain/word-search.ts";
import { Kbd } from "../components/ui/Kbd.tsx";
import { usePresets } from "../state/experiments/presets.ts";
import { useLessons } from "../state/lessons/lessons.ts";
import { useLibrary } from "../state/library/library.ts";
import { startRunOrTell } from "../state/library/start-run.ts";
import { usePresent } from "../state/present/present.ts";
import { useCaptures } from "../state/recordings/captures.ts";
import { useConnection } from "../state/services/services.ts";
import {
  actionGroups,
  keysOf,
  listActions,
  runAction,
  useRegistry,
} from "../state/shell/actions.ts";
import { keyCaps } from "../state/shell/keys.ts";
import { useNavigation } from "../state/shell/navigation.ts";
import { isMac } from "../state/shell/platform.ts";

export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  readonly keys: ReactNode;
  readonly enabled: boolean;
  run(): void;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

/** Without a query a few of each, so that all groups are seen; with one, what matches. */
const few = 5;
const many = 20;

function useActionGroups(query: string): PaletteGroup[] {
  const registrations = useRegistry((registry) => registry.registrations);
  // The palette itself is open already.
  const actions = listActions(registrations).filter(({ id }) => id !== "view.palette");
  const mac = isMac();
  return actionGroups.map((group) => {
    const ofGroup = actions.filter((action) => action.group === group);
    const matching = rankMatches(ofGroup, ({ title }) => `${title} ${group}`, query, 50);
    return {
      heading: group,
      items: matching.map((action): PaletteItem => {
        const [keys] = keysOf(action);
        return {
          id: `action:${action.id}`,
          title: action.title,
          detail: null,
          keys: keys === undefined ? null : <Kbd caps={keyCaps(keys, mac)} />,
          enabled: action.enabled !== false,
          run: () => void runAction(action.id),
        };
      }),
    };
  });
}

function usePresetGroup(query: string): PaletteGroup {
  const { presets } = usePresets();
  const connected = useConnection() === "open";
  return {
    heading: "Run a preset",
    items: rankMatches(presets, ({ title }) => `run ${title} preset`, query, many).map(
      ({ name, title, scenario }) => ({
        id: `preset:${name}`,
        title: `Run ${title}`,
        detail: null,
        keys: null,
        enabled: connected,
        run: () => void startRunOrTell(scenario, name),
      }),
    ),
  };
}

const runText = (run: RunEntry): string =>
  [run.name, run.preset, runStatusWord(run), ...run.tags, run.note].filter(Boolean).join(" ");

function useRunGroup(query: string): PaletteGroup {
  const entries = useLibrary((library) => library.entries);
  const openLive = useNavigation((state) => state.openLive);
  const openReplay = useNavigation((state) => state.openReplay);
  return {
    heading: query.trim() === "" ? "Latest runs" : "Runs",
    items: rankMatches(entries, runText, query, query.trim() === "" ? few : many).map((entry) => ({
      id: `run:${entry.id}`,
      title: entry.name,
      detail: `${runStatusWord(entry)}, ${formatMoment(entry.createdAt)}`,
      keys: null,
      enabled: true,
      run: () =>
        entry.status === "running" ? openLive(entry.id) : openReplay({ kind: "run", id: entry.id }),
    })),
  };
}

const captureText = ({ title, files }: CaptureEntry): string =>
  [title, "log", ...files.map(({ name }) => name)].join(" ");

function useCaptureGroup(query: string): PaletteGroup {
  const { captures } = useCaptures();
  const openReplay = useNavigation((state) => state.openReplay);
  return {
    heading: "Opened logs",
    items: rankMatches(captures, captureText, query, few).map(({ id, title, openedAt }) => ({
      id: `capture:${id}`,
      title,
      detail: `opened ${formatMoment(openedAt)}`,
      keys: null,
      enabled: true,
      run: () => openReplay({ kind: "capture", id }),
    })),
  };
}

function useLessonGroup(query: string): PaletteGroup {
  const { value } = useLessons();
  const open = usePresent((state) => state.open);
  const lessons = (value ?? []).flatMap(({ id, lesson }) =>
    lesson === null ? [] : { id, lesson },
  );
  return {
    heading: "Lessons",
    items: rankMatches(lessons, ({ lesson }) => `lesson ${lesson.title}`, query, many).map(
      ({ id, lesson }) => ({
        id: `lesson:${id}`,
        title: `Lesson: ${lesson.title}`,
        detail: null,
        keys: null,
        enabled: true,
        run: () => open({ id, lesson }),
      }),
    ),
  };
}

export function usePaletteItems(query: string): readonly PaletteGroup[] {
  const actions = useActionGroups(query);
  const presets = usePresetGroup(query);
  const runs = useRunGroup(query);
  const captures = useCaptureGroup(query);
  const lessons = useLessonGroup(query);
  // What one searches by name goes before what one finds by key.
  const groups =
    query.trim() === ""
      ? [...actions, runs, presets, lessons, captures]
      : [runs, presets, lessons, captures, ...actions];
  return groups.filter(({ items }) => items.length > 0);
}
