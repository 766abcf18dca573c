/** Presets of hardware as text: what they are called, and each figure with its source. */
import type { AssumedRanges } from "../../contract/assumed-range.ts";
import { guessOf } from "../../contract/issues.ts";
import { failure } from "../../contract/result.ts";
import { splitUnit } from "../../contract/scenario-form.ts";
import { valueAt } from "../../contract/schema-path.ts";
import { rangeText } from "../../domain/assumptions/range-text.ts";
import { left, renderTable, right, wrap } from "./table.ts";

export interface HardwarePreset {
  readonly title: string;
  readonly description: string;
  /** Where each figure is from, by its path. */
  readonly sources: Readonly<Record<string, string>>;
  readonly ranges: AssumedRanges;
}

export const renderPresetList = (
  kind: string,
  presets: readonly (readonly [name: string, preset: HardwarePreset])[],
): string =>
  renderTable(
    [left("name"), left(kind)],
    presets.map(([name, { title }]) => [name, title]),
  );

/** `figures` has the values that the sources are of, `can` says what it can do. */
export function renderPreset(
  name: string,
  { title, description, sources, ranges }: HardwarePreset,
  figures: object,
  can: string,
): string {
  const rows = Object.entries(sources).map(([path, source]) => {
    const keys = path.split(".");
    const { unit } = splitUnit(keys.at(-1) ?? "");
    const range = ranges[path];
    return [
      path,
      String(valueAt(figures, keys)),
      unit,
      range === undefined ? "" : rangeText(range),
      range === undefined ? source : `${source}; limits: ${range.reason}`,
    ];
  });
  const table = renderTable(
    [left("figure"), right("value"), left("unit"), left("assumed, may be"), left("source")],
    rows,
  );
  return [`${name}: ${title}`, wrap(description, 76), can, table].join("\n\n");
}

export const unknownPreset = (kind: string, name: string, names: readonly string[]) =>
  failure(
    "notFound",
    `${JSON.stringify(name)} is not a ${kind} preset; ${guessOf(name, names)}allowed: ${names.join(", ")}`,
  );
