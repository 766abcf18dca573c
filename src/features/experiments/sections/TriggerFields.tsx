/** When an entry of the timeline is carried out: at a time, after another entry, when a counter says so. */
import { Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { phaseNames } from "../../../../app/contract/phase.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { counters } from "../../../../app/contract/telemetry-catalog.ts";
import { commandEvents, stepEvents } from "../../../../app/contract/timeline.ts";
import type { TriggerKind } from "../../../../app/contract/timeline-order.ts";
import { counterTerm } from "../../../../app/domain/glossary/glossary.ts";
import {
  awaitStep,
  renameStep,
  setBound,
  setTrigger,
  stepsToAwait,
  triggerOf,
} from "../../../../app/domain/scenario-form/triggers.ts";
import { labelOf as actText } from "../../../../app/domain/timeline/acts.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { Clock, MomentField } from "../fields/MomentField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { TextField } from "../fields/TextField.tsx";
import styles from "./TriggerFields.module.css";

const triggerNames: Readonly<Record<TriggerKind, string>> = {
  atSeconds: "At",
  after: "After",
  when: "When",
};

const eventNames: Readonly<Record<string, string>> = {
  started: "has started",
  completed: "has completed",
  failed: "has failed",
  ...Object.fromEntries(phaseNames.map((phase) => [phase, `begins ${phase}`])),
};

const counterNames: Readonly<Record<string, string>> = Object.fromEntries(
  counters.map(({ id }) => [id, counterTerm(id).title]),
);

interface TriggerProps {
  readonly index: number;
  /** The context of the entry, for screen readers. */
  readonly context: string;
}

/** Which trigger, and the time of the one that is a time. */
export function TriggerChoice({ index, context }: TriggerProps): ReactNode {
  const { draft, problems, edit } = useDesigner();
  const { scenario } = draft.present;
  const entry = scenario.timeline[index];
  if (entry === undefined) return null;
  const kind = triggerOf(entry);
  const possible = (Object.keys(triggerNames) as TriggerKind[]).filter(
    (choice) => choice !== "after" || kind === "after" || stepsToAwait(scenario, index).length > 0,
  );
  const problem = problems.get(`timeline.${index}`);
  return (
    <div className={styles.choice}>
      <Select
        size="small"
        select={{ id: controlId(["timeline", index]) }}
        aria-label={`${context}, when`}
        aria-invalid={problem !== undefined}
        title={problem}
        value={kind}
        onChange={(_, { value }) =>
          edit((current) => setTrigger(current, index, value as TriggerKind))
        }
      >
        {possible.map((choice) => (
          <option key={choice} value={choice}>
            {triggerNames[choice]}
          </option>
        ))}
      </Select>
      {kind === "atSeconds" && (
        <>
          <div className={styles.bare}>
            <MomentField
              path={["timeline", index, "atSeconds"]}
              label="At"
              context={context}
              compact
            />
          </div>
          <div className={styles.clock}>
            <Clock seconds={entry.atSeconds} />
          </div>
        </>
      )}
    </div>
  );
}

/** What a trigger needs beyond a time, and the name that other entries know the entry by. */
export function TriggerDetails({ index, context }: TriggerProps): ReactNode {
  const { draft, edit } = useDesigner();
  const entry = draft.present.scenario.timeline[index];
  if (entry === undefined) return null;
  const { name, after, when } = entry;
  if (name === undefined && after === undefined && when === undefined) return null;
  return (
    <div className={styles.details}>
      {after !== undefined && <AfterFields index={index} context={context} />}
      {when !== undefined && <WhenFields index={index} context={context} />}
      {name !== undefined && (
        <div className={styles.name}>
          <TextField
            path={["timeline", index, "name"]}
            label="known as"
            context={context}
            compact
            mono
            take={(text) => edit((current) => renameStep(current, index, text))}
          />
        </div>
      )}
    </div>
  );
}

function AfterFields({ index, context }: TriggerProps): ReactNode {
  const { draft, problems, edit } = useDesigner();
  const { scenario } = draft.present;
  const { timeline } = scenario;
  const after = timeline[index]?.after;
  if (after === undefined) return null;
  const awaited = timeline.findIndex(({ name }) => name === after.step);
  const choices = stepsToAwait(scenario, index);
  const problem = problems.get(`timeline.${index}.after.step`);
  const events = timeline[awaited]?.command.kind === "createSnapshot" ? stepEvents : commandEvents;
  return (
    <>
      <Select
        className={styles.step}
        size="small"
        select={{ id: controlId(["timeline", index, "after", "step"]) }}
        aria-label={`${context}, after which entry`}
        aria-invalid={problem !== undefined}
        value={String(awaited)}
        onChange={(_, { value }) => edit((current) => awaitStep(current, index, Number(value)))}
      >
        {!choices.includes(awaited) && <option value={String(awaited)}>{after.step}</option>}
        {choices.map((other) => (
          <option key={other} value={String(other)}>
            {stepTitle(scenario, other)}
          </option>
        ))}
      </Select>
      <div className={styles.bare}>
        <ChoiceField
          path={["timeline", index, "after", "event"]}
          label="which event"
          context={context}
          compact
          choices={events}
          names={eventNames}
        />
      </div>
      <div className={styles.seconds}>
        <NumberField
          path={["timeline", index, "after", "delaySeconds"]}
          label="and"
          context={context}
          compact
        />
      </div>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </>
  );
}

function WhenFields({ index, context }: TriggerProps): ReactNode {
  const { draft, problems, edit } = useDesigner();
  const when = draft.present.scenario.timeline[index]?.when;
  if (when === undefined) return null;
  const side = when.above === undefined ? "below" : "above";
  const problem = problems.get(`timeline.${index}.when`);
  return (
    <>
      <div className={styles.counter}>
        <ChoiceField
          path={["timeline", index, "when", "counter"]}
          label="counter"
          context={context}
          compact
          names={counterNames}
        />
      </div>
      <Select
        size="small"
        select={{ id: controlId(["timeline", index, "when"]) }}
        aria-label={`${context}, side of the value`}
        value={side}
        onChange={(_, { value }) =>
          edit((current) => setBound(current, index, value === "below" ? "below" : "above"))
        }
      >
        <option value="above">is above</option>
        <option value="below">is below</option>
      </Select>
      <div className={styles.bare}>
        <NumberField
          path={["timeline", index, "when", side]}
          label="value"
          context={context}
          compact
        />
      </div>
      <div className={styles.seconds}>
        <MomentField
          path={["timeline", index, "when", "fromSeconds"]}
          label="from"
          context={context}
          compact
        />
      </div>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </>
  );
}

/** "2: drop snapshot sales_snapshot_1 (dropSnapshot_1)": as the list counts, with the name if it has one. */
function stepTitle({ timeline }: Scenario, index: number): string {
  const entry = timeline[index];
  if (entry === undefined) return "";
  const name = entry.name === undefined ? "" : ` (${entry.name})`;
  return `${index + 1}: ${actText(entry.command)}${name}`;
}
