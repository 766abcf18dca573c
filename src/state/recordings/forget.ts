/** What goes with runs and captures that are removed: where they are open, and how each was left. */
import { forgetPlayer } from "../player/player.ts";
import { type Documents, useNavigation } from "../shell/navigation.ts";
import { forgetLeftOff } from "./left-off.ts";
import { recordingKey } from "./recording.ts";

export function forgetRecordings(gone: Documents): void {
  const { runIds = [], captureIds = [] } = gone;
  const keys = [
    ...runIds.map((id) => recordingKey({ kind: "run", id })),
    ...captureIds.map((id) => recordingKey({ kind: "capture", id })),
  ];
  useNavigation.getState().forget(gone);
  for (const key of keys) forgetPlayer(key);
  forgetLeftOff(new Set(keys));
}
