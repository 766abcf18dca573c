/**
 * How lanes are arranged on a screen, and layouts: arrangements that are kept by name. Which lanes a screen
 * shows, in their order, is the setting that it always had; which of them are pinned is one beside it.
 */
import { useCallback, useMemo } from "react";
import * as z from "zod";
import {
  arrangement,
  givenLayouts,
  type LaneArrangement,
  type LaneLayout,
  type LaneLayouts,
  longestLayoutName,
} from "../../../app/domain/timeline/lane-layout.ts";
import { useSetting } from "../services/settings.ts";
import { notify } from "../shell/notifications.ts";

const mostLayouts = 50;
/** Lanes of more counters nobody arranges. */
const mostLanes = 500;

const idsSchema = z.array(z.string()).max(mostLanes);
const layoutSchema = z
  .object({
    name: z.string().min(1).max(longestLayoutName),
    lanes: idsSchema.min(1),
    pinned: idsSchema.default([]),
  })
  .transform(({ name, lanes, pinned }): LaneLayout => ({ name, ...arrangement(lanes, pinned) }));
/** One that cannot be read does not take the others with it. */
const layoutsSchema = z
  .array(layoutSchema.nullable().catch(null))
  .transform((layouts) => layouts.filter((layout) => layout !== null));

const noLayouts: LaneLayout[] = [];
const nonePinned: string[] = [];

export function useLaneLayouts(): LaneLayouts {
  const [own, keep] = useSetting("lanes.layouts", layoutsSchema, noLayouts);
  return useMemo(() => {
    const without = (name: string) => own.filter((layout) => layout.name !== name);
    const byName = (layouts: readonly LaneLayout[]) =>
      layouts.toSorted((a, b) => a.name.localeCompare(b.name));
    return {
      given: givenLayouts,
      own: byName(own),
      problemOf: (name) => problemOf(name.trim(), without(name.trim()).length),
      save: (name, { lanes, pinned }) =>
        keep([...without(name.trim()), { name: name.trim(), lanes, pinned }]),
      remove: (name) => {
        keep(without(name));
        notify({
          intent: "info",
          title: "Layout deleted",
          body: name,
          action: { label: "Undo", run: () => keep(own) },
        });
      },
    };
  }, [own, keep]);
}

function problemOf(name: string, others: number): string | null {
  if (name === "") return "Give the layout a name.";
  if (name.length > longestLayoutName) {
    return `The name has ${name.length} characters; at most ${longestLayoutName} are possible.`;
  }
  if (givenLayouts.some((layout) => layout.name === name)) {
    return `“${name}” comes with Snapscope. Choose another name.`;
  }
  if (others >= mostLayouts) {
    return `There are ${others} layouts, and at most ${mostLayouts} are kept. Delete one first.`;
  }
  return null;
}

/** Which lanes a screen shows, by their ids in order, and how that is kept. */
export interface ShownLanes {
  readonly ids: readonly string[];
  choose(ids: readonly string[]): void;
}

/** What a screen shows, pinned lanes first, and what changes it: `withMoved` and its like, or a layout. */
export function useLaneArrangement(
  screen: "live" | "replay",
  { ids, choose }: ShownLanes,
): readonly [LaneArrangement, (next: LaneArrangement) => void] {
  const [pinned, pin] = useSetting(`${screen}.pinnedLanes`, idsSchema, nonePinned);
  const shown = useMemo(() => arrangement(ids, pinned), [ids, pinned]);
  const change = useCallback(
    (next: LaneArrangement): void => {
      choose(next.lanes);
      pin([...next.pinned]);
    },
    [choose, pin],
  );
  return [shown, change];
}
