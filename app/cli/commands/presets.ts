/** `snapscope presets`: what can be run without writing a scenario first. */
import type { Scenario } from "../../contract/scenario.ts";
import { presetNames, readPreset } from "../../services/presets.ts";
import { printResult, reportFailure } from "../console.ts";
import { indent, wrap } from "../text/table.ts";

export async function presetsCommand(
  name: string | undefined,
  options: { readonly json?: true },
): Promise<void> {
  const presets: Scenario[] = [];
  for (const preset of name === undefined ? await presetNames() : [name]) {
    const scenario = await readPreset(preset);
    if (!scenario.ok) return reportFailure(scenario.error);
    presets.push(scenario.value);
  }
  if (options.json) {
    // One preset is a scenario file as it stands: the way to start one of one's own.
    printResult(JSON.stringify(name === undefined ? presets : presets[0], null, 2));
    return;
  }
  printResult(presets.map(describe).join("\n\n"));
}

const describe = ({ name, mode, description }: Scenario) =>
  `${name} (${mode})\n${indent(wrap(description, 76))}`;
