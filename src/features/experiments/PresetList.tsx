/** What can be run: presets with what they show and how long they take, and the user's own. */
import { Button, SearchBox } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import { sameValue } from "../../../app/domain/scenario-form/differences.ts";
import { scenarioFacts } from "../../../app/domain/scenario-form/scenario-facts.ts";
import { Choice, Choices } from "../../components/ui/Choice.tsx";
import {
  type DesignedExperiment,
  presetId,
  selectExperiment,
} from "../../state/experiments/drafts.ts";
import styles from "./PresetList.module.css";
import { printTime } from "./preview/strip-layout.ts";
import { timesOf } from "./time-here.ts";
import { removeWithUndo } from "./use-designer-commands.ts";

interface PresetListProps {
  readonly presets: readonly PresetEntry[];
  readonly experiments: ReadonlyMap<string, DesignedExperiment>;
  readonly selectedId: string | null;
}

export function PresetList({ presets, experiments, selectedId }: PresetListProps): ReactNode {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const matches = (...texts: string[]) =>
    wanted === "" || texts.some((text) => text.toLowerCase().includes(wanted));
  const shownPresets = presets.filter(({ title, description }) => matches(title, description));
  const own = [...experiments.values()].filter(
    (experiment) => experiment.own && matches(experiment.draft.present.scenario.name),
  );
  return (
    <nav className={styles.list} aria-label="Presets and own experiments">
      <SearchBox
        className={styles.search}
        size="small"
        placeholder="Search presets"
        aria-label="Search presets"
        value={search}
        onChange={(_, { value }) => setSearch(value)}
      />
      <Choices title={shownPresets.length > 0 ? "Presets" : null}>
        {shownPresets.map((preset) => (
          <PresetItem
            key={preset.name}
            preset={preset}
            experiment={experiments.get(presetId(preset.name))}
            selected={selectedId === presetId(preset.name)}
          />
        ))}
      </Choices>
      <Choices title={own.length > 0 ? "Mine" : null}>
        {own.map((experiment) => (
          <OwnItem
            key={experiment.id}
            experiment={experiment}
            selected={selectedId === experiment.id}
          />
        ))}
      </Choices>
      {shownPresets.length + own.length === 0 && (
        <p className={styles.nothing}>Nothing here is called “{search.trim()}”.</p>
      )}
    </nav>
  );
}

interface PresetItemProps {
  readonly preset: PresetEntry;
  readonly experiment: DesignedExperiment | undefined;
  readonly selected: boolean;
}

function PresetItem({ preset, experiment, selected }: PresetItemProps): ReactNode {
  // What the form has, which the preset may no longer say.
  const scenario = experiment?.draft.present.scenario ?? preset.scenario;
  const changed = !sameValue(scenario, preset.scenario);
  return (
    <li>
      <Choice isShown={selected} choose={() => selectExperiment(presetId(preset.name))}>
        <span className={styles.name}>
          {preset.title}
          {changed && <span className={styles.changed}> changed</span>}
        </span>
        <span
          className={selected ? styles.description : styles.descriptionCut}
          title={selected ? undefined : preset.description}
        >
          {preset.description}
        </span>
        <span className={styles.facts}>{withUnitsKept(scenarioFacts(scenario))}</span>
        <span className={styles.times}>
          {withUnitsKept(timesOf(preset, changed ? scenario : null))}
        </span>
      </Choice>
    </li>
  );
}

interface OwnItemProps {
  readonly experiment: DesignedExperiment;
  readonly selected: boolean;
}

function OwnItem({ experiment, selected }: OwnItemProps): ReactNode {
  const { id, draft, preset, file } = experiment;
  const { scenario } = draft.present;
  const name = scenario.name === "" ? "(no name)" : scenario.name;
  return (
    <li className={styles.ownRow}>
      <Choice isShown={selected} choose={() => selectExperiment(id)}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>{withUnitsKept(scenarioFacts(scenario))}</span>
        <span className={styles.times}>
          {`from ${preset === null ? (file ?? "a file") : titleOfPreset(preset)}, `}
          {printTime(scenario.durationSeconds)} of engine time
        </span>
      </Choice>
      <Button
        className={styles.remove}
        appearance="subtle"
        size="small"
        icon={<DeleteRegular />}
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => removeWithUndo(experiment)}
      />
    </li>
  );
}
