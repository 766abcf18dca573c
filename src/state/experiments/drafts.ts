/**
 * Experiments that are being designed. Each preset has one draft, and a user's own experiments are
 * drafts as well: every change is kept at once, so there is nothing to save and nothing to lose.
 */
import * as z from "zod";
import { create } from "zustand";
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { type Sweep, sweepSchema } from "../../../app/contract/sweep.ts";
import { sameValue } from "../../../app/domain/scenario-form/differences.ts";
import { type Draft, draftOf, resetAll } from "../../../app/domain/scenario-form/draft.ts";
import { restoredScenario } from "../../../app/domain/scenario-form/kept-draft.ts";
import { readSetting, writeSetting } from "../services/settings.ts";

/** An experiment in the list: a preset's draft, or one of the user's own. */
export interface DesignedExperiment {
  readonly id: string;
  /** The preset that it is, or was made from. */
  readonly preset: string | null;
  /** The file that it was loaded from. */
  readonly file: string | null;
  readonly own: boolean;
  readonly draft: Draft;
  /** What is varied of it, by its file or on the form; null: nothing. */
  readonly sweep: Sweep | null;
}

interface DraftsState {
  readonly selectedId: string | null;
  readonly experiments: ReadonlyMap<string, DesignedExperiment>;
  readonly opened: boolean;
}

const ownSchema = z.object({
  id: z.string(),
  preset: z.string().nullable(),
  file: z.string().nullable(),
  // Files with a sweep were loaded without it.
  sweep: sweepSchema.nullable().default(null),
});
const listSchema = z.object({ selectedId: z.string().nullable(), own: z.array(ownSchema) });
const draftSchema = z
  .object({
    base: z.unknown(),
    scenario: z.unknown(),
    unreadable: z.record(z.string(), z.string()),
  })
  .nullable();

const listKey = "experiments";
/** The keys of a preset's draft: those of the user's own are in the list. */
const sweepKey = (id: string): string => `experiments.sweep.${id}`;
const draftKey = (id: string): string => `experiments.draft.${id}`;
export const presetId = (name: string): string => `preset:${name}`;

export const useDrafts = create<DraftsState>()(() => ({
  selectedId: null,
  experiments: new Map(),
  opened: false,
}));

/** A draft as it was kept; null when there is none, or none that this version understands. */
function keptDraft(id: string, base: Scenario | null): Draft | null {
  const kept = readSetting(draftKey(id), draftSchema, null);
  if (kept === null) return null;
  const from = base ?? restoredScenario(kept.base, kept.base as Scenario);
  const scenario = from === null ? null : restoredScenario(kept.scenario, from);
  if (from === null || scenario === null) return null;
  return draftOf(from, { scenario, unreadable: kept.unreadable });
}

/** Reads what was kept; the settings must have been loaded. Presets come with `takePresets`. */
export function openDrafts(): void {
  if (useDrafts.getState().opened) return;
  const { selectedId, own } = readSetting(listKey, listSchema, { selectedId: null, own: [] });
  const experiments = own.flatMap(({ id, ...origin }): [string, DesignedExperiment][] => {
    const draft = keptDraft(id, null);
    return draft === null ? [] : [[id, { id, ...origin, own: true, draft }]];
  });
  useDrafts.setState({ selectedId, experiments: new Map(experiments), opened: true });
}

/** Opens a draft for each preset that has none yet, and selects the first if nothing is. */
export function takePresets(presets: readonly PresetEntry[]): void {
  openDrafts();
  const { experiments, selectedId } = useDrafts.getState();
  const missing = presets.filter(({ name }) => !experiments.has(presetId(name)));
  const next = new Map(experiments);
  for (const { name, scenario } of missing) {
    const id = presetId(name);
    const draft = keptDraft(id, scenario) ?? draftOf(scenario);
    const sweep = readSetting(sweepKey(id), sweepSchema.nullable(), null);
    next.set(id, { id, preset: name, file: null, sweep, own: false, draft });
  }
  const first = presets[0];
  const lost = selectedId === null || !next.has(selectedId);
  const selected = lost && first !== undefined ? presetId(first.name) : selectedId;
  if (missing.length > 0 || selected !== selectedId) {
    useDrafts.setState({ experiments: next, selectedId: selected });
  }
}

export function selectExperiment(id: string): void {
  if (!useDrafts.getState().experiments.has(id)) return;
  useDrafts.setState({ selectedId: id });
  keepList();
}

export function editDraft(id: string, change: (draft: Draft) => Draft): void {
  const { experiments } = useDrafts.getState();
  const experiment = experiments.get(id);
  if (experiment === undefined) return;
  const draft = change(experiment.draft);
  if (draft === experiment.draft) return;
  const changed = { ...experiment, draft };
  useDrafts.setState({ experiments: new Map(experiments).set(id, changed) });
  if (draft.present !== experiment.draft.present) keepDraft(changed);
}

/** Null: nothing is varied any more. */
export function setSweep(id: string, sweep: Sweep | null): void {
  const { experiments } = useDrafts.getState();
  const experiment = experiments.get(id);
  if (experiment === undefined) return;
  useDrafts.setState({ experiments: new Map(experiments).set(id, { ...experiment, sweep }) });
  if (experiment.own) keepList();
  else writeSetting(sweepKey(id), sweep);
}

/** A preset as it comes needs no keeping. */
function keepDraft({ id, own, draft: { base, present } }: DesignedExperiment): void {
  const { scenario, unreadable } = present;
  const untouched = Object.keys(unreadable).length === 0 && sameValue(base, scenario);
  writeSetting(
    draftKey(id),
    untouched && !own ? null : { base: own ? base : null, scenario, unreadable },
  );
}

function keepList(): void {
  const { selectedId, experiments } = useDrafts.getState();
  const own = [...experiments.values()]
    .filter((experiment) => experiment.own)
    .map(({ id, preset, file, sweep }) => ({ id, preset, file, sweep }));
  writeSetting(listKey, { selectedId, own });
}

/** Adds an experiment of the user's own, and selects it. */
export function addOwn(
  draft: Draft,
  origin: Pick<DesignedExperiment, "preset" | "file" | "sweep">,
): string {
  const id = `own:${crypto.randomUUID()}`;
  const { preset, file, sweep } = origin;
  const experiment: DesignedExperiment = { id, preset, file, sweep, own: true, draft };
  const experiments = new Map(useDrafts.getState().experiments).set(id, experiment);
  useDrafts.setState({ experiments, selectedId: id });
  keepDraft(experiment);
  keepList();
  return id;
}

/**
 * What is on the form becomes an experiment of the user's own under `name`; a preset that it was made
 * from goes back to how it came.
 */
export function saveAsOwn(id: string, name: string): string | null {
  const experiment = useDrafts.getState().experiments.get(id);
  if (experiment === undefined) return null;
  const { base, present } = experiment.draft;
  const draft = draftOf(base, { ...present, scenario: { ...present.scenario, name } });
  if (!experiment.own) editDraft(id, resetAll);
  return addOwn(draft, experiment);
}

/** Takes an own experiment off the list; the returned function puts it back. */
export function removeOwn(id: string): (() => void) | null {
  const { experiments, selectedId } = useDrafts.getState();
  const experiment = experiments.get(id);
  if (experiment === undefined || !experiment.own) return null;
  const next = new Map(experiments);
  next.delete(id);
  const heir = experiment.preset === null ? null : presetId(experiment.preset);
  const fallback = heir !== null && next.has(heir) ? heir : (next.keys().next().value ?? null);
  useDrafts.setState({
    experiments: next,
    selectedId: selectedId === id ? fallback : selectedId,
  });
  writeSetting(draftKey(id), null);
  keepList();
  return () => {
    useDrafts.setState({
      experiments: new Map(useDrafts.getState().experiments).set(id, experiment),
      selectedId: id,
    });
    keepDraft(experiment);
    keepList();
  };
}
