/** What a plan says beside its schedule: the database it is for, what may be lost, when failures are noticed. */
import { Field, Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { ProtectionPlan } from "../../../app/contract/protection-plan.ts";
import { CommitField } from "../../components/ui/CommitField.tsx";
import { takePresets, useDrafts } from "../../state/experiments/drafts.ts";
import { usePresets } from "../../state/experiments/presets.ts";
import { changePlan, planOn } from "../../state/plan/plan.ts";
import { DurationField } from "./DurationField.tsx";
import styles from "./PlanScreen.module.css";

const designed = "of Experiments";
const recoveryModels = ["full", "simple"] as const;
const recoveryNames = {
  full: "Full: log is kept until it is backed up",
  simple: "Simple",
} as const;

export function PlanFields({ plan }: { readonly plan: ProtectionPlan }): ReactNode {
  const { presets } = usePresets();
  const virtual = presets.filter(({ scenario }) => scenario.mode === "virtual");
  const { targets, noticedAfterSeconds: noticed } = plan;
  const take = (name: string): void => {
    takePresets(presets);
    const { experiments, selectedId } = useDrafts.getState();
    const scenario =
      name === designed
        ? experiments.get(selectedId ?? "")?.draft.present.scenario
        : presets.find((preset) => preset.name === name)?.scenario;
    if (scenario !== undefined) planOn(scenario);
  };
  const { database } = plan.scenario;
  const known = virtual.find(({ scenario }) => scenario.name === plan.scenario.name);
  return (
    <div className={styles.fields}>
      <Field label="Name" size="small">
        <CommitField
          value={plan.name}
          onCommit={(name) => {
            const isAllowed = name.trim() !== "" && name.length <= 100;
            if (isAllowed) changePlan({ name: name.trim() });
            return isAllowed;
          }}
        />
      </Field>
      <Field label="Database, load and storage" size="small">
        <Select size="small" value={known?.name ?? ""} onChange={(_, { value }) => take(value)}>
          {known === undefined && <option value="">{plan.scenario.name}</option>}
          {virtual.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
          <option value={designed}>What is shown in Experiments</option>
        </Select>
      </Field>
      <Field label="Recovery model" size="small">
        <Select
          size="small"
          value={database.recoveryModel}
          onChange={(_, { value }) => {
            const recoveryModel = recoveryModels.find((one) => one === value);
            if (recoveryModel === undefined) return;
            changePlan({
              scenario: { ...plan.scenario, database: { ...database, recoveryModel } },
            });
          }}
        >
          {recoveryModels.map((one) => (
            <option key={one} value={one}>
              {recoveryNames[one]}
            </option>
          ))}
        </Select>
      </Field>
      <DurationField
        label="Work that may be lost (RPO)"
        seconds={targets.rpoSeconds}
        mayBeNone
        change={(rpoSeconds) => changePlan({ targets: { ...targets, rpoSeconds } })}
      />
      <DurationField
        label="Time that a way back may take (RTO)"
        seconds={targets.rtoSeconds}
        mayBeNone
        change={(rtoSeconds) => changePlan({ targets: { ...targets, rtoSeconds } })}
      />
      <DurationField
        label="A wrong UPDATE is noticed after"
        seconds={noticed.wrongUpdate}
        change={(wrongUpdate) =>
          changePlan({ noticedAfterSeconds: { ...noticed, wrongUpdate: wrongUpdate ?? 0 } })
        }
      />
      <DurationField
        label="Damage is noticed after"
        seconds={noticed.damagedDatabase}
        change={(damagedDatabase) =>
          changePlan({ noticedAfterSeconds: { ...noticed, damagedDatabase: damagedDatabase ?? 0 } })
        }
      />
      <DurationField
        label="Length of the day"
        seconds={plan.daySeconds}
        change={(daySeconds) => changePlan({ daySeconds: daySeconds ?? plan.daySeconds })}
      />
      <Field label="What it is for" size="small" className={styles.description ?? ""}>
        <CommitField
          value={plan.description}
          onCommit={(description) => {
            const isAllowed = description.length <= 4000;
            if (isAllowed) changePlan({ description });
            return isAllowed;
          }}
        />
      </Field>
    </div>
  );
}
