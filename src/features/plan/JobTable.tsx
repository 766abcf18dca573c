/** The schedule: what is taken how often, from when on, and how long it is kept. */
import { Button, Checkbox, Select } from "@fluentui/react-components";
import { AddRegular, DismissRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { freezeKinds, maxBackupFiles } from "../../../app/contract/command.ts";
import { maxPlanJobs, type PlanJob, planJobKinds } from "../../../app/contract/protection-plan.ts";
import { jobNames } from "../../../app/domain/protection-plan/plan-words.ts";
import { choiceNames } from "../../../app/domain/scenario-form/choice-names.ts";
import { ColumnHeads } from "../../components/ui/ColumnHeads.tsx";
import { CommitField } from "../../components/ui/CommitField.tsx";
import { changePlan } from "../../state/plan/plan.ts";
import { DurationField } from "./DurationField.tsx";
import styles from "./PlanScreen.module.css";

const newJob: PlanJob = {
  kind: "log",
  everySeconds: 900,
  offsetSeconds: 0,
  keepCount: 100,
  keepSeconds: null,
  copyOnly: false,
  freeze: "vss",
  files: 1,
};

export function JobTable({ jobs }: { readonly jobs: readonly PlanJob[] }): ReactNode {
  const put = (place: number, change: Partial<PlanJob>): void =>
    changePlan({ jobs: jobs.map((job, at) => (at === place ? { ...job, ...change } : job)) });
  return (
    <div className={styles.schedule}>
      <table className={styles.table} aria-label="Schedule">
        <ColumnHeads names={["Takes", "Every", "From", "Keeps", "Remove"]} />
        <tbody>
          {jobs.map((job, at) => (
            <JobRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a job is known by its place
              key={at}
              job={job}
              name={`${jobNames[job.kind]} ${at + 1}`}
              change={(change) => put(at, change)}
              remove={
                jobs.length === 1
                  ? null
                  : () => changePlan({ jobs: jobs.filter((_, other) => other !== at) })
              }
            />
          ))}
        </tbody>
      </table>
      <div className={styles.row}>
        <Button
          size="small"
          icon={<AddRegular />}
          disabled={jobs.length >= maxPlanJobs}
          onClick={() => changePlan({ jobs: [...jobs, newJob] })}
        >
          Add
        </Button>
      </div>
    </div>
  );
}

interface JobRowProps {
  readonly job: PlanJob;
  readonly name: string;
  change(change: Partial<PlanJob>): void;
  /** Null: a plan takes something. */
  readonly remove: (() => void) | null;
}

function JobRow({ job, name, change, remove }: JobRowProps): ReactNode {
  const hasOptions = job.kind !== "databaseSnapshot";
  const row = (
    <tr className={hasOptions ? styles.first : undefined}>
      <td>
        <Select
          size="small"
          aria-label={`${name}: what it takes`}
          value={job.kind}
          onChange={(_, { value }) => {
            const kind = planJobKinds.find((one) => one === value);
            if (kind !== undefined) change({ kind, copyOnly: kind === "arraySnapshot" });
          }}
        >
          {planJobKinds.map((kind) => (
            <option key={kind} value={kind}>
              {jobNames[kind]}
            </option>
          ))}
        </Select>
      </td>
      <td>
        <DurationField
          isBare
          label={`${name}: every`}
          seconds={job.everySeconds}
          change={(seconds) => change({ everySeconds: seconds ?? job.everySeconds })}
        />
      </td>
      <td>
        <DurationField
          isBare
          label={`${name}: from`}
          seconds={job.offsetSeconds}
          change={(seconds) => change({ offsetSeconds: seconds ?? 0 })}
        />
      </td>
      <td>
        <Kept job={job} name={name} change={change} />
      </td>
      <td>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={`Remove ${name}`}
          disabled={remove === null}
          onClick={() => remove?.()}
        />
      </td>
    </tr>
  );
  return hasOptions ? (
    <>
      {row}
      <tr>
        <td colSpan={5}>
          <JobOptions job={job} name={name} change={change} />
        </td>
      </tr>
    </>
  ) : (
    row
  );
}

/** What a backup or an array snapshot is asked for beside its time. */
function JobOptions({ job, name, change }: Omit<JobRowProps, "remove">): ReactNode {
  const { kind, copyOnly, freeze, files } = job;
  return (
    <span className={styles.options}>
      {kind === "arraySnapshot" ? (
        <Select
          size="small"
          aria-label={`${name}: freeze`}
          value={freeze}
          onChange={(_, { value }) => {
            const chosen = freezeKinds.find((one) => one === value);
            if (chosen !== undefined) change({ freeze: chosen });
          }}
        >
          {freezeKinds.map((one) => (
            <option key={one} value={one}>
              {freezeNames?.[one] ?? one}
            </option>
          ))}
        </Select>
      ) : (
        <span className={styles.duration}>
          <CommitField
            className={styles.files ?? ""}
            inputMode="numeric"
            aria-label={`${name}: files`}
            value={String(files)}
            onCommit={(text) => {
              const wanted = Number(text);
              const isAllowed = Number.isInteger(wanted) && wanted >= 1 && wanted <= maxBackupFiles;
              if (isAllowed) change({ files: wanted });
              return isAllowed;
            }}
          />
          {files === 1 ? "file" : "files"}
        </span>
      )}
      {(kind === "full" || kind === "arraySnapshot") && (
        <Checkbox
          label="Copy only"
          aria-label={`${name}: copy only`}
          checked={copyOnly}
          onChange={(_, { checked }) => change({ copyOnly: checked === true })}
        />
      )}
    </span>
  );
}

const freezeNames = choiceNames(["timeline", "command", "freeze"]);

/** So many, or for so long. */
function Kept({ job, name, change }: Omit<JobRowProps, "remove">): ReactNode {
  const isCount = job.keepCount !== null;
  return (
    <span className={styles.duration}>
      {isCount ? (
        <CommitField
          className={styles.number ?? ""}
          inputMode="numeric"
          aria-label={`${name}: how many are kept`}
          value={String(job.keepCount)}
          onCommit={(text) => {
            const keepCount = Number(text);
            const isAllowed = Number.isInteger(keepCount) && keepCount > 0;
            if (isAllowed) change({ keepCount });
            return isAllowed;
          }}
        />
      ) : (
        <DurationField
          isBare
          label={`${name}: for how long each is kept`}
          seconds={job.keepSeconds}
          change={(seconds) => change({ keepSeconds: seconds ?? job.keepSeconds })}
        />
      )}
      <Select
        size="small"
        className={styles.keptBy ?? ""}
        aria-label={`${name}: kept by`}
        value={isCount ? "count" : "time"}
        onChange={(_, { value }) => {
          const seconds = (job.keepCount ?? 1) * job.everySeconds;
          const count = Math.max(1, Math.round((job.keepSeconds ?? 0) / job.everySeconds));
          change(
            value === "time"
              ? { keepCount: null, keepSeconds: seconds }
              : { keepCount: count, keepSeconds: null },
          );
        }}
      >
        <option value="count">of them</option>
        <option value="time">each</option>
      </Select>
    </span>
  );
}
