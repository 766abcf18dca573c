/** The server in the form: which preset it is, and where its figures are from. */

import type { Scenario } from "../../contract/scenario.ts";
import {
  isServerPreset,
  type ServerPresetFigures,
  type ServerPresetName,
  serverPreset,
} from "../../contract/server-presets.ts";
import { type Draft, setValue } from "./draft.ts";

/** Null where the figures are nobody's; they may have been changed since. */
export const serverChoiceOf = ({ basedOn }: Scenario["server"]): ServerPresetName | null =>
  basedOn !== null && isServerPreset(basedOn) ? basedOn : null;

/** The preset's figures; all else of the server stays as it is. */
export const setServer = (draft: Draft, name: ServerPresetName): Draft =>
  setValue(draft, ["server"], {
    ...draft.present.scenario.server,
    ...serverPreset(name).server,
    basedOn: name,
  });

/** Where a figure is from; null once it is not the preset's. */
export function serverSourceOf(
  server: Scenario["server"],
  figure: keyof ServerPresetFigures,
): string | null {
  const name = serverChoiceOf(server);
  if (name === null || serverPreset(name).server[figure] !== server[figure]) return null;
  return serverPreset(name).sources[figure];
}
