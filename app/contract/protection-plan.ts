/**
 * A protection plan: what is backed up and snapped when, for how long it is kept, and how much work and time
 * may be lost. docs/formats/protection-plan.md gives the reasons.
 */
import * as z from "zod";
import { freezeKinds, maxBackupFiles } from "./command.ts";
import { integer, maxDurationSeconds, seconds, special } from "./fields.ts";
import { parseWith } from "./issues.ts";
import { dataVolumes } from "./placement.ts";
import { resolveScenario } from "./resolve-scenario.ts";
import { type Result, success } from "./result.ts";
import { type Scenario, scenarioSchema } from "./scenario.ts";

export const planFormatVersion = 1;
/** What a schedule asks for, again and again. */
export const planJobKinds = [
  "full",
  "differential",
  "log",
  "arraySnapshot",
  "databaseSnapshot",
] as const;
/** What may go wrong. */
export const planFailures = ["wrongUpdate", "damagedDatabase", "lostVolumes"] as const;

const maxPeriodSeconds = 31 * 86_400;
const maxKept = 10_000;
export const maxPlanJobs = 20;

const planJobSchema = z.strictObject({
  kind: z.enum(planJobKinds).describe("what is taken"),
  everySeconds: seconds(10, maxPeriodSeconds, "from one to the next"),
  offsetSeconds: seconds(
    0,
    maxPeriodSeconds,
    "of the first one, from the begin of the day",
  ).default(0),
  keepCount: special(integer(1, maxKept, "how many are kept"), {
    value: null,
    means: "as long as keepSeconds says",
  })
    .nullable()
    .default(null),
  keepSeconds: special(seconds(1, maxPeriodSeconds, "for how long each is kept"), {
    value: null,
    means: "as many as keepCount says",
  })
    .nullable()
    .default(null),
  copyOnly: z
    .boolean()
    .default(false)
    .describe("a full backup or an array snapshot that no differential backup is based on"),
  freeze: z
    .enum(freezeKinds)
    .default("vss")
    .describe("how the database's writes are held while the array takes its snapshot"),
  files: integer(1, maxBackupFiles, "files among which a backup is dealt").default(1),
});

/** Without what ties one value to another: a plan that is being written. */
export const planDraftSchema = z.strictObject({
  formatVersion: integer(1, planFormatVersion, "version of this format"),
  name: z.string().min(1).max(100).describe("name of the plan"),
  description: z.string().max(4000).default("").describe("what it is for"),
  daySeconds: seconds(
    60,
    maxDurationSeconds,
    "length of the day over which moments of failure are looked at",
  ).default(maxDurationSeconds),
  jobs: z.array(planJobSchema).min(1).max(maxPlanJobs).describe("what is taken when"),
  noticedAfterSeconds: z
    .strictObject({
      wrongUpdate: seconds(0, maxDurationSeconds, "until somebody sees a wrong UPDATE").default(
        600,
      ),
      damagedDatabase: seconds(
        0,
        maxDurationSeconds,
        "until damage of the database is met",
      ).default(0),
    })
    .prefault({})
    .describe("how long a failure goes on before anybody acts; volumes are missed at once"),
  targets: z
    .strictObject({
      rpoSeconds: special(seconds(0, maxPeriodSeconds, "work that may be lost (RPO)"), {
        value: null,
        means: "no target",
      })
        .nullable()
        .default(null),
      rtoSeconds: special(seconds(0, maxPeriodSeconds, "time that a way back may take (RTO)"), {
        value: null,
        means: "no target",
      })
        .nullable()
        .default(null),
    })
    .prefault({})
    .describe("what may be lost"),
  scenario: scenarioSchema.describe(
    "the database, its load and its storage, without a timeline of its own",
  ),
});

export const protectionPlanSchema = planDraftSchema.superRefine((plan, context) => {
  for (const { path, message } of problemsOf(plan)) {
    context.addIssue({ code: "custom", path: [...path], message });
  }
});

/** What a plan says, every default filled in. */
export type ProtectionPlan = z.infer<typeof protectionPlanSchema>;
export type PlanJob = ProtectionPlan["jobs"][number];
export type PlanJobKind = PlanJob["kind"];
export type PlanFailure = (typeof planFailures)[number];

/** Reads a plan; its scenario is resolved as that of any run. `what` names the document in messages. */
export function parsePlan(input: unknown, what: string): Result<ProtectionPlan> {
  const plan = parseWith(protectionPlanSchema, input, what);
  if (!plan.ok) return plan;
  // A server preset fills in what the file itself leaves out.
  const scenario = resolveScenario((input as { scenario: unknown }).scenario, `${what}: scenario`);
  return scenario.ok ? success({ ...plan.value, scenario: scenario.value }) : scenario;
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface PlanFields {
  readonly jobs: readonly PlanJob[];
  readonly scenario: Scenario;
}

/** What ties one value of a plan to another. */
function problemsOf({ jobs, scenario }: PlanFields): Problem[] {
  const { mode, timeline, database } = scenario;
  const problems: Problem[] = jobs.flatMap((job, at) => jobProblems(job, ["jobs", at]));
  const add = (path: Problem["path"], message: string) => problems.push({ path, message });
  if (mode === "real") {
    add(
      ["scenario", "mode"],
      '"real" says nothing of what its disks can do, from which a plan is computed; allowed: "virtual"',
    );
  }
  if (timeline.length > 0) {
    add(["scenario", "timeline"], "is what a plan makes of its own jobs; allowed: []");
  }
  for (const [at, { kind }] of jobs.entries()) {
    const place = ["jobs", at, "kind"];
    if (kind === "log" && database.recoveryModel !== "full") {
      add(
        place,
        '"log" needs a log that is kept until it is backed up; allowed: with scenario.database.recoveryModel "full"',
      );
    }
    if (kind === "log" && !jobs.some(isBase)) {
      add(place, '"log" goes on from a full backup; allowed: with a job of the kind "full"');
    }
    if (kind === "differential" && !jobs.some((job) => isBase(job) && !job.copyOnly)) {
      add(
        place,
        '"differential" is based on a full backup that is not copyOnly; allowed: with a job of the kind "full"',
      );
    }
    const bare = kind === "arraySnapshot" ? volumesWithoutArray(scenario) : [];
    if (bare.length > 0) {
      const more = bare.length === 1 ? "has" : "have";
      add(
        place,
        `"arraySnapshot" is taken of all volumes of the database, and ${bare.join(", ")} ${more} no array that takes any; allowed: with arraySnapshots of each in scenario.storage.volumes`,
      );
    }
  }
  return problems;
}

function jobProblems(job: PlanJob, path: Problem["path"]): Problem[] {
  const { kind, keepCount, keepSeconds, everySeconds, copyOnly } = job;
  const problems: Problem[] = [];
  const add = (key: string, message: string) => problems.push({ path: [...path, key], message });
  if ((keepCount === null) === (keepSeconds === null)) {
    const how = keepCount === null ? "is null, and so is keepSeconds" : "is given with keepSeconds";
    add("keepCount", `${how}; allowed: one of the two`);
  }
  if (keepSeconds !== null && keepSeconds > maxKept * everySeconds) {
    add(
      "keepSeconds",
      `${keepSeconds} keeps more than ${maxKept} of them; allowed: at most ${maxKept} times everySeconds`,
    );
  }
  if (copyOnly && kind !== "full" && kind !== "arraySnapshot") {
    add(
      "copyOnly",
      `true has no meaning for the kind "${kind}"; allowed: false, or kind "full" or "arraySnapshot"`,
    );
  }
  return problems;
}

/** Whether logs can go on from it. */
const isBase = ({ kind, freeze }: PlanJob): boolean =>
  kind === "full" || (kind === "arraySnapshot" && freeze !== "none");

/** Volumes of data and log whose device takes no array snapshots. */
export function volumesWithoutArray({ storage: { placement, volumes } }: Scenario): string[] {
  const used = new Set([...dataVolumes(placement), placement.log]);
  return volumes.flatMap(({ name, arraySnapshots }) =>
    used.has(name) && arraySnapshots === undefined ? [name] : [],
  );
}
