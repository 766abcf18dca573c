/** The side panel of the run list: what the chosen run was, how it ended, its tags and its note. */
import { MessageBar, MessageBarBody, MessageBarTitle, Spinner } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { Summary } from "../../../app/contract/summary.ts";
import { actSentences } from "../../../app/domain/acts/act-sentences.ts";
import { lossesOf } from "../../../app/domain/consistency.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import { runStatusWord } from "../../../app/domain/run/run-status.ts";
import { Moment } from "../../components/format/Figures.tsx";
import { FactList } from "../../components/ui/FactList.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
import { RunStatusLabel } from "../../components/ui/RunStatusLabel.tsx";
import { useRunDetails } from "../../state/library/run-details.ts";
import { changeRun } from "../../state/library/runs.ts";
import { NoteEditor } from "./NoteEditor.tsx";
import styles from "./RunDetails.module.css";
import { resultFacts, runFacts, scenarioFacts, snapshotFacts } from "./run-facts.ts";
import { TagEditor } from "./TagEditor.tsx";

function Failure({ entry }: { readonly entry: RunEntry }): ReactNode {
  if (entry.error === null) return null;
  const { message, detail } = entry.error;
  return (
    <MessageBar
      intent={entry.status === "interrupted" ? "warning" : "error"}
      layout="multiline"
      className={styles.failure}
    >
      <MessageBarBody>
        <MessageBarTitle>{`${runStatusWord(entry)}:`}</MessageBarTitle>
        {message}
        {detail !== undefined && (
          <details className={styles.detail}>
            <summary>Details</summary>
            <pre>{detail}</pre>
          </details>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

function Facts({ entry }: { readonly entry: RunEntry }): ReactNode {
  const { status, value, message } = useRunDetails(entry.id);
  if (status === "loading") return <Spinner size="tiny" label="Reading the run" />;
  if (value === null) return <p className={styles.problem}>{message}</p>;
  const { scenario, summary } = value;
  return (
    <>
      {summary !== null && <Done summary={summary} />}
      {summary !== null && (
        <Panel title="Results" aside="after the warm-up">
          <FactList facts={resultFacts(summary)} />
          {snapshotFacts(summary).map(({ name, facts }) => (
            <div key={name} className={styles.snapshot}>
              <h3 className={styles.snapshotName}>{name}</h3>
              <FactList facts={facts} />
            </div>
          ))}
        </Panel>
      )}
      <Panel
        title="Scenario"
        aside={scenario.name === entry.preset ? titleOfPreset(entry.preset) : scenario.name}
      >
        <FactList facts={scenarioFacts(scenario)} />
      </Panel>
    </>
  );
}

/** What was lost first, then what reverts, restores and other acts came to. */
function Done({ summary }: { readonly summary: Summary }): ReactNode {
  const losses = lossesOf(summary.snapshots);
  const acts = actSentences(summary, null);
  if (losses.length + acts.length === 0) return null;
  return (
    <Panel title="What was done">
      {losses.map((loss) => (
        <MessageBar key={loss} intent="error" layout="multiline" className={styles.failure}>
          <MessageBarBody>{loss}.</MessageBarBody>
        </MessageBar>
      ))}
      {acts.map((sentence) => (
        <p key={sentence} className={styles.act}>
          {sentence}
        </p>
      ))}
    </Panel>
  );
}

interface RunDetailsProps {
  readonly entry: RunEntry;
  /** All tags of the library, to choose from. */
  readonly knownTags: readonly string[];
}

export function RunDetails({ entry, knownTags }: RunDetailsProps): ReactNode {
  const started = { name: "Started", value: <Moment iso={entry.createdAt} /> };
  return (
    <>
      <Panel title={entry.name} aside={<RunStatusLabel run={entry} />}>
        <Failure entry={entry} />
        <FactList facts={[started, ...runFacts(entry)]} />
      </Panel>
      <Panel title="Tags">
        <TagEditor
          tags={entry.tags}
          known={knownTags}
          onChange={(tags) => void changeRun(entry.id, { tags: [...tags] })}
        />
      </Panel>
      <Panel title="Note">
        <NoteEditor
          key={entry.id}
          note={entry.note}
          onChange={(note) => void changeRun(entry.id, { note })}
        />
      </Panel>
      <Facts key={entry.id} entry={entry} />
    </>
  );
}

export function SeveralRuns({ entries }: { readonly entries: readonly RunEntry[] }): ReactNode {
  const bytes = entries.reduce((sum, { recordedBytes }) => sum + recordedBytes, 0);
  return (
    <Panel title={`${countOf(entries.length, "run")} chosen`}>
      <FactList facts={[{ name: "Size in the library", value: formatBytes(bytes) }]} />
    </Panel>
  );
}
