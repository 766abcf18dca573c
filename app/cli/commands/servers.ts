/** `snapscope servers`: the servers that a virtual run can stand for. */
import {
  isServerPreset,
  type ServerPresetName,
  serverPreset,
  serverPresetNames,
} from "../../contract/server-presets.ts";
import { windowsVersion } from "../../contract/windows-versions.ts";
import { describeWindows } from "../../domain/scenario-form/servers.ts";
import { describeServerPreset } from "../../domain/server-figures.ts";
import { printResult, reportFailure } from "../console.ts";
import { renderPreset, renderPresetList, unknownPreset } from "../text/hardware-presets.ts";
import { wrap } from "../text/table.ts";

export function serversCommand(name: string | undefined, options: { readonly json?: true }): void {
  if (name !== undefined && !isServerPreset(name)) {
    reportFailure(unknownPreset("server", name, serverPresetNames).error);
    return;
  }
  const names = name === undefined ? serverPresetNames : [name];
  const presets = names.map((each) => ({ name: each, ...serverPreset(each) }));
  if (options.json) {
    printResult(JSON.stringify(name === undefined ? presets : presets[0], null, 2));
  } else {
    printResult(name === undefined ? renderList() : renderServer(name));
  }
}

const renderList = (): string =>
  renderPresetList(
    "server",
    serverPresetNames.map((name) => [name, serverPreset(name)]),
  );

function renderServer(name: ServerPresetName): string {
  const preset = serverPreset(name);
  const { version, source } = preset.windows;
  const windows = `${describeWindows(name)} (${source}; ${windowsVersion(version).source})`;
  const can = `${describeServerPreset(preset.server)}\n\n${wrap(windows, 76)}`;
  return renderPreset(name, preset, preset.server, can);
}
