/** The presets, with how long each took here; asked again when a run of one has ended. */
import { success } from "../../../app/contract/result.ts";
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import { useLibrary } from "../library/library.ts";
import type { Call } from "../services/ask.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";

export interface Presets extends Loading<readonly PresetEntry[]> {
  readonly presets: readonly PresetEntry[];
}

const none: readonly PresetEntry[] = [];
const ask: Call<readonly PresetEntry[]> = async (services, signal) =>
  success(await services.presets.list.query(undefined, { signal }));

export function usePresets(): Presets {
  // A further completed run changes the medians.
  const completed = useLibrary(
    ({ entries }) => entries.filter(({ status }) => status === "completed").length,
  );
  const key = ["presets", completed];
  const listed = useFetched({ key, ask }, { placeholderData: standingIn(key, 1) });
  return { ...listed, presets: listed.value ?? none };
}
