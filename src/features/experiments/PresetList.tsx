/** What can be run: presets, each by its title and what it is of, in groups; and the user's own. */
import { Button, SearchBox } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { PresetEntry } from "../../../app/contract/rpc/services.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { presetGroupOf, presetGroups } from "../../../app/domain/preset-groups.ts";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import { sameValue } from "../../../app/domain/scenario-form/differences.ts";
import { scenarioFacts } from "../../../app/domain/scenario-form/scenario-facts.ts";
import { hasWords } from "../../../app/domain/word-search.ts";
import { Choice, Choices } from "../../components/ui/Choice.tsx";
import {
  type DesignedExperiment,
  presetId,
  selectExperiment,
} from "../../state/experiments/drafts.ts";
import styles from "./PresetList.module.css";
import { removeWithUndo } from "./use-designer-commands.ts";

export interface PresetListProps {
  readonly presets: readonly PresetEntry[];
  readonly experiments: ReadonlyMap<string, DesignedExperiment>;
  readonly selectedId: string | null;
  /** One was chosen. */
  onChosen?(): void;
}

export function PresetList(props: PresetListProps): ReactNode {
  const { presets, experiments, selectedId, onChosen } = props;
  const [search, setSearch] = useState("");
  const matches = (...texts: string[]) => hasWords(texts.join(" "), search);
  const shown = presets.filter((preset) =>
    matches(preset.title, preset.description, presetGroupOf(preset)),
  );
  const own = [...experiments.values()].filter(
    (experiment) => experiment.own && matches(experiment.draft.present.scenario.name),
  );
  const choose = (id: string): void => {
    selectExperiment(id);
    onChosen?.();
  };
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
      {presetGroups.map((group) => {
        const inGroup = shown.filter((preset) => presetGroupOf(preset) === group);
        return inGroup.length === 0 ? null : (
          <Choices key={group} title={group}>
            {inGroup.map((preset) => (
              <PresetItem
                key={preset.name}
                preset={preset}
                experiment={experiments.get(presetId(preset.name))}
                isShown={selectedId === presetId(preset.name)}
                choose={choose}
              />
            ))}
          </Choices>
        );
      })}
      {own.length > 0 && (
        <Choices title="Mine">
          {own.map((experiment) => (
            <OwnItem
              key={experiment.id}
              experiment={experiment}
              isShown={selectedId === experiment.id}
              choose={choose}
            />
          ))}
        </Choices>
      )}
      {shown.length + own.length === 0 && (
        <p className={styles.nothing}>{`No preset or experiment matches “${search.trim()}”.`}</p>
      )}
    </nav>
  );
}

interface ItemProps {
  readonly isShown: boolean;
  choose(id: string): void;
}

interface PresetItemProps extends ItemProps {
  readonly preset: PresetEntry;
  readonly experiment: DesignedExperiment | undefined;
}

function PresetItem({ preset, experiment, isShown, choose }: PresetItemProps): ReactNode {
  // What the form has, which the preset may no longer say.
  const scenario = experiment?.draft.present.scenario ?? preset.scenario;
  const changed = !sameValue(scenario, preset.scenario);
  return (
    <li>
      <Choice isShown={isShown} choose={() => choose(presetId(preset.name))}>
        <span className={styles.title}>
          <span className={styles.name} title={preset.title}>
            {preset.title}
          </span>
          {changed && <span className={styles.changed}> changed</span>}
        </span>
        <Caption text={scenarioFacts(scenario)} />
      </Choice>
    </li>
  );
}

interface OwnItemProps extends ItemProps {
  readonly experiment: DesignedExperiment;
}

function OwnItem({ experiment, isShown, choose }: OwnItemProps): ReactNode {
  const { id, draft, preset, file } = experiment;
  const { scenario } = draft.present;
  const name = scenario.name === "" ? "(no name)" : scenario.name;
  const origin = preset === null ? (file ?? "a file") : titleOfPreset(preset);
  return (
    <li className={styles.ownRow}>
      <Choice isShown={isShown} choose={() => choose(id)}>
        <span className={styles.title}>
          <span className={styles.name} title={name}>
            {name}
          </span>
        </span>
        <Caption text={`${scenarioFacts(scenario)}; from ${origin}`} />
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

const Caption = ({ text }: { readonly text: string }): ReactNode => (
  <span className={styles.caption} title={text}>
    {withUnitsKept(text)}
  </span>
);
