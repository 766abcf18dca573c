// The command line of `npm run sim`.
import { parseArgs } from "node:util";

export const profiles = ["swarm", "power-cuts", "faults"];

const usage = `npm run sim -- [--seed N] [--minutes M | --runs R] [--profile ${profiles.join(" | ")}]
  --seed N      that seed; with --minutes or --runs the first of a series
  --minutes M   as many seeds as fit into M minutes
  --runs R      R seeds, which on every machine prove the same
  --plan FILE   the plan in FILE, as a failing run leaves it; made smaller if it fails
  --mutations   each known defect, which must be caught`;

/** What the command line cannot mean; its message is for people. */
export class UsageError extends Error {}

function wholeNumber(name, text) {
  if (!/^\d{1,15}$/.test(text)) {
    throw new UsageError(`--${name} is '${text}'; allowed is a whole number\n\n${usage}`);
  }
  return Number(text);
}

function minutesOf(text) {
  const minutes = Number(text);
  if (!(minutes > 0 && minutes <= 24 * 60)) {
    throw new UsageError(`--minutes is '${text}'; allowed is above 0 and at most 1440\n\n${usage}`);
  }
  return minutes;
}

/** `now` is the clock's time in ms, from which an unnamed first seed comes. */
export function parseOptions(args, now) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        seed: { type: "string" },
        minutes: { type: "string" },
        runs: { type: "string" },
        profile: { type: "string", default: "swarm" },
        plan: { type: "string" },
        mutations: { type: "boolean", default: false },
      },
    }));
  } catch (error) {
    throw new UsageError(`${error.message}\n\n${usage}`);
  }
  if (!profiles.includes(values.profile)) {
    throw new UsageError(
      `--profile is '${values.profile}'; allowed: ${profiles.join(", ")}\n\n${usage}`,
    );
  }
  const seed = values.seed === undefined ? undefined : wholeNumber("seed", values.seed);
  const minutes = values.minutes === undefined ? undefined : minutesOf(values.minutes);
  const runs = values.runs === undefined ? undefined : wholeNumber("runs", values.runs);
  if (runs !== undefined && minutes !== undefined) {
    throw new UsageError(`--runs and --minutes are both given; allowed is one of them\n\n${usage}`);
  }
  return {
    profile: values.profile,
    plan: values.plan,
    mutations: values.mutations,
    firstSeed: seed ?? Math.floor(now / 1000),
    // One seed alone is one run; a series without an end is not what anybody wants.
    minutes: minutes ?? (seed === undefined && runs === undefined ? 1 : 0),
    runs: runs ?? 1,
  };
}
