/** What can be done with the experiment on the form: the bar, the menu and the keys all call these. */

import { success } from "../../../app/contract/result.ts";
import type { Sweep } from "../../../app/contract/sweep.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { sameValue } from "../../../app/domain/scenario-form/differences.ts";
import { redo, resetAll, undo } from "../../../app/domain/scenario-form/draft.ts";
import type { FieldIssue } from "../../../app/domain/scenario-form/issues.ts";
import { expandSweep } from "../../../app/domain/studies/expand-sweep.ts";
import { sweepText } from "../../../app/domain/studies/sweep-text.ts";
import { askComparison } from "../../state/comparison/compare-with.ts";
import { startStudy } from "../../state/comparison/studies.ts";
import { type DesignedExperiment, editDraft, removeOwn } from "../../state/experiments/drafts.ts";
import {
  loadScenario,
  planOf,
  scenarioFile,
  scenarioJson,
} from "../../state/experiments/scenario-files.ts";
import { copyText } from "../../state/files/clipboard.ts";
import { saveOrTell } from "../../state/files/files.ts";
import { ask } from "../../state/services/ask.ts";
import { messageOf, useConnection } from "../../state/services/services.ts";
import { type Action, useActions } from "../../state/shell/actions.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { notify } from "../../state/shell/notifications.ts";
import { focusField } from "./designer-context.ts";
import type { Starter } from "./use-start.ts";

export interface DesignerCommands {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canReset: boolean;
  readonly canRun: boolean;
  undo(): void;
  redo(): void;
  resetAll(): void;
  run(): void;
  /** Runs it from where what one expects is drawn. */
  expect(): void;
  compare(): void;
  /** Asks which value is to be varied. */
  chooseSwept(): void;
  /** Runs what is varied of the experiment; null: nothing is. */
  readonly sweep: { readonly runs: number; readonly title: string; run(): void } | null;
  saveAs(): void;
  saveFile(): void;
  copyJson(): void;
  load(): void;
  remove(): void;
}

interface Parts {
  readonly experiment: DesignedExperiment;
  readonly issues: readonly FieldIssue[];
  readonly starter: Starter;
  askName(): void;
  pickScenario(): void;
  chooseSwept(): void;
}

export function useDesignerCommands(parts: Parts): DesignerCommands {
  const { experiment, issues, starter, askName, pickScenario, chooseSwept } = parts;
  const connected = useConnection() === "open";
  const { id, draft, preset } = experiment;
  const { scenario, unreadable } = draft.present;
  const goToProblem = (): void => {
    const first = issues[0];
    if (first !== undefined) focusField(first.path);
  };
  const run = async (expecting: boolean): Promise<void> => {
    if (issues.length > 0) return goToProblem();
    const refusal = await starter.start(preset, expecting);
    if (refusal?.issue) focusField(refusal.issue.path);
  };
  const commands: DesignerCommands = {
    canUndo: draft.past.length > 0,
    canRedo: draft.future.length > 0,
    canReset: !sameValue(draft.base, scenario) || Object.keys(unreadable).length > 0,
    canRun: connected && !starter.starting,
    undo: () => editDraft(id, undo),
    redo: () => editDraft(id, redo),
    resetAll: () => editDraft(id, resetAll),
    run: () => void run(false),
    expect: () => void run(true),
    compare: () =>
      issues.length > 0
        ? goToProblem()
        : askComparison({
            scenario,
            origin: sameValue(draft.base, scenario) ? null : draft.base,
            recommendation: null,
          }),
    sweep:
      experiment.sweep === null
        ? null
        : sweepCommand(experiment.sweep, () =>
            issues.length > 0 ? goToProblem() : void runSweep(experiment),
          ),
    chooseSwept,
    saveAs: askName,
    saveFile: () =>
      void saveOrTell("The file was not saved", scenarioFile(scenario, experiment.sweep)),
    copyJson: () => void copyJson(scenarioJson(scenario)),
    load: pickScenario,
    remove: () => removeWithUndo(experiment),
  };
  useActions(actionsOf(commands, experiment));
  return commands;
}

function sweepCommand({ parameters, repeats }: Sweep, run: () => void): DesignerCommands["sweep"] {
  const points = expandSweep({ parameters, repeats });
  const runs = points.ok ? points.value.length * repeats : 0;
  return {
    runs,
    run,
    title: `Varies ${sweepText({ parameters })}; ${countOf(repeats, "run")} of each`,
  };
}

async function runSweep({ draft, sweep }: DesignedExperiment): Promise<void> {
  if (sweep === null) return;
  const study = await ask("The sweep was not started", async () => {
    const plan = planOf(draft.present.scenario, sweep);
    if (!plan.ok) return plan;
    const started = await startStudy(plan.value);
    return started.ok ? success({ id: started.value.studyId, points: plan.value.points }) : started;
  });
  if (study !== null) useNavigation.getState().openStudy(study);
}

async function copyJson(text: string): Promise<void> {
  const copied = await copyText(text);
  notify(
    copied
      ? { intent: "success", title: "Scenario copied as JSON" }
      : { intent: "error", title: "Not copied", body: "The clipboard cannot be written." },
  );
}

export function removeWithUndo({ id, draft }: DesignedExperiment): void {
  const putBack = removeOwn(id);
  if (putBack === null) return;
  notify({
    intent: "info",
    title: "Experiment deleted",
    body: draft.present.scenario.name,
    action: { label: "Undo", run: putBack },
  });
}

/** A scenario file becomes an experiment of the user's own. */
export async function loadScenarioFile(file: File): Promise<void> {
  try {
    const loaded = loadScenario(file.name, await file.text());
    if (!loaded.ok) {
      notify({ intent: "error", title: "Scenario not loaded", body: loaded.error.message });
    }
  } catch (error) {
    notify({ intent: "error", title: "Scenario not loaded", body: messageOf(error) });
  }
}

function actionsOf(commands: DesignerCommands, { own }: DesignedExperiment): readonly Action[] {
  const { canRun, canUndo, canRedo, canReset } = commands;
  const removal: Action = {
    id: "experiment.delete",
    title: "Delete this experiment",
    group: "File",
    run: commands.remove,
  };
  return [
    {
      id: "experiment.run",
      title: "Run this experiment",
      group: "Run",
      keys: "Ctrl+Enter",
      enabled: canRun,
      run: commands.run,
    },
    {
      id: "experiment.expect",
      title: "Draw what you expect of this experiment, then run it",
      group: "Run",
      enabled: canRun,
      run: commands.expect,
    },
    {
      id: "experiment.compare",
      title: "Compare this experiment with…",
      group: "Run",
      enabled: canRun,
      run: commands.compare,
    },
    {
      id: "experiment.sweep",
      title: "Sweep a value of this experiment…",
      group: "Run",
      run: commands.chooseSwept,
    },
    ...(commands.sweep === null
      ? []
      : [
          {
            id: "experiment.run-sweep",
            title: `Run the sweep of ${countOf(commands.sweep.runs, "run")}`,
            group: "Run" as const,
            enabled: canRun,
            run: commands.sweep.run,
          },
        ]),
    {
      id: "experiment.undo",
      title: "Undo the last change",
      group: "Run",
      keys: "Ctrl+Z",
      enabled: canUndo,
      run: commands.undo,
    },
    {
      id: "experiment.redo",
      title: "Redo",
      group: "Run",
      keys: ["Ctrl+Y", "Ctrl+Shift+Z"],
      enabled: canRedo,
      run: commands.redo,
    },
    {
      id: "experiment.reset",
      title: "Reset all values to the preset's",
      group: "Run",
      enabled: canReset,
      run: commands.resetAll,
    },
    {
      id: "experiment.save-as",
      title: "Save as my own experiment…",
      group: "File",
      keys: "Ctrl+S",
      run: commands.saveAs,
    },
    {
      id: "experiment.load",
      title: "Load scenario file…",
      group: "File",
      run: commands.load,
    },
    {
      id: "experiment.save-file",
      title: "Save scenario file",
      group: "File",
      run: commands.saveFile,
    },
    {
      id: "experiment.copy-json",
      title: "Copy scenario as JSON",
      group: "File",
      run: commands.copyJson,
    },
    ...(own ? [removal] : []),
  ];
}
