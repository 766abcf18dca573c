/** The presets, with how long each took here; asked again when a run of one has ended. */
import { useEffect } from "react";
import { create } from "zustand";
import type { PresetEntry } from "../../app/contract/rpc/services.ts";
import { useLibrary } from "./library.ts";
import { messageOf, services, useConnection } from "./services.ts";

export interface PresetsState {
  readonly status: "loading" | "ready" | "failed";
  readonly message: string | null;
  readonly presets: readonly PresetEntry[];
}

const usePresetStore = create<PresetsState>()(() => ({
  status: "loading",
  message: null,
  presets: [],
}));

export async function loadPresets(): Promise<void> {
  try {
    const presets = await services().presets.list.query();
    usePresetStore.setState({ status: "ready", message: null, presets });
  } catch (error) {
    usePresetStore.setState(({ presets }) =>
      // A list that is there stays of use while the services are away.
      presets.length > 0 ? {} : { status: "failed", message: messageOf(error) },
    );
  }
}

export function usePresets(): PresetsState {
  const connection = useConnection();
  const completed = useLibrary(
    ({ entries }) => entries.filter(({ status }) => status === "completed").length,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further completed run changes the medians
  useEffect(() => {
    if (connection === "open") void loadPresets();
  }, [connection, completed]);
  return usePresetStore();
}
