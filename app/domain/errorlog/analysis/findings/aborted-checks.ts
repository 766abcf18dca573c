import { finding } from "./finding.ts";
import { latestRule } from "./group-rule.ts";
import { orOthers, timesText } from "./wording.ts";

/** A consistency check that ended without a result. */
export const abortedChecks = latestRule({
  id: "abortedCheck",
  kinds: ["consistencyCheckAborted"],
  keyOf: ({ database }) => database,
  tell: ({ key, occurrences, state }) =>
    finding(
      "warning",
      `${state.command} of ${orOthers(key, "further databases")} ended without a result ${timesText(occurrences.count)} (error state ${state.errorState})`,
      "So nothing is known of the database's health. Mostly the hidden snapshot of the check ran out of space or met a limit of its file system; damage of system tables ends a check as well. Look at the errors right before, then run the check on a restored copy or at a quiet hour.",
      occurrences,
    ),
});
