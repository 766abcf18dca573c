/** The server in the form: which preset it is, and where its figures are from. */

import type { AssumedRange } from "../../contract/assumed-range.ts";
import type { Scenario } from "../../contract/scenario.ts";
import {
  isLimitOf,
  isServerPreset,
  type ServerPreset,
  type ServerPresetFigures,
  type ServerPresetName,
  serverPreset,
  sparseFileLimitOf,
} from "../../contract/server-presets.ts";
import { fileSystem, windowsVersion } from "../../contract/windows-versions.ts";
import { type Draft, setValue, withValue } from "./draft.ts";
import { limitText } from "./file-systems.ts";

/** Null where the figures are nobody's; they may have been changed since. */
export const serverChoiceOf = ({ basedOn }: Scenario["server"]): ServerPresetName | null =>
  basedOn !== null && isServerPreset(basedOn) ? basedOn : null;

/** The preset's figures, and its file system's limit in place of the former one's; all else stays as it is. */
export function setServer(draft: Draft, name: ServerPresetName): Draft {
  const { formatVersion, mode, server, storage } = draft.present.scenario;
  const chosen = setValue(draft, ["server"], {
    ...server,
    ...serverPreset(name).server,
    basedOn: name,
  });
  if (mode === "real" || !isLimitOf(serverChoiceOf(server), storage, formatVersion)) return chosen;
  const present = withValue(chosen.present, ["storage"], {
    ...storage,
    ...sparseFileLimitOf(name),
  });
  return { ...chosen, present };
}

/** "Windows Server 2003: sparse files of up to 64 GiB each, then error 1450". */
export function describeWindows(name: ServerPresetName): string {
  const { title, fileSystem: usual } = windowsVersion(serverPreset(name).windows.version);
  const { limit } = fileSystem(usual);
  return `${title}: sparse files of ${limitText(limit)} each, then OS error ${limit.sparseFileLimitError}`;
}

type Figure = keyof ServerPresetFigures;

/** Where a figure is from; null once it is not the preset's. */
export const serverSourceOf = (server: Scenario["server"], figure: Figure): string | null =>
  presetOf(server, figure)?.sources[figure] ?? null;

/** What a figure may be that the preset assumes; undefined: it is known, or no longer the preset's. */
export const serverRangeOf = (
  server: Scenario["server"],
  figure: Figure,
): AssumedRange | undefined => presetOf(server, figure)?.ranges[figure];

/** The preset that a figure is still of. */
function presetOf(server: Scenario["server"], figure: Figure): ServerPreset | null {
  const name = serverChoiceOf(server);
  if (name === null || serverPreset(name).server[figure] !== server[figure]) return null;
  return serverPreset(name);
}
