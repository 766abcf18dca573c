/** What the users do, and who reads a snapshot. */
import { memo, type ReactNode } from "react";
import { tpccThinkTimeMs } from "../../../../app/contract/tpcc.ts";
import { formatExact } from "../../../../app/domain/format/numbers.ts";
import type { Draft } from "../../../../app/domain/scenario-form/draft.ts";
import {
  type Profile,
  profileHelp,
  setProfile,
} from "../../../../app/domain/scenario-form/profiles.ts";
import { useDesigner } from "../designer-context.ts";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { FormSection } from "./FormSection.tsx";

export const WorkloadSection = memo(function WorkloadSection(): ReactNode {
  return (
    <FormSection id="workload" title="Workload">
      <NumberField path={["workload", "users"]} />
      <ProfileFields />
      <ChoiceField path={["reporting", "query"]} />
      <RowsPerQuery />
      <NumberField path={["reporting", "thinkTimeMs"]} />
    </FormSection>
  );
});

function RowsPerQuery(): ReactNode {
  const { profile } = useDesigner().draft.present.scenario.workload;
  return (
    <NumberField
      path={["reporting", "rowsPerQuery"]}
      {...(profile === "tpcc" ? { help: "rows of stock that a query looks up, or scans" } : {})}
    />
  );
}

const choose = (draft: Draft, value: string) => setProfile(draft, value as Profile);

/** What each load asks for: think times and rollbacks mean something else to each. */
function ProfileFields(): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const { profile, hotRows } = scenario.workload;
  const isTpcc = profile === "tpcc";
  return (
    <>
      <ChoiceField path={["workload", "profile"]} help={profileHelp(scenario)} choose={choose} />
      <NumberField path={["workload", "thinkTimeMs"]} {...(isTpcc ? tpccThinkTime : {})} />
      <NumberField path={["workload", "rollbackPercent"]} {...(isTpcc ? tpccRollbacks : {})} />
      <ChoiceField path={["workload", "accessOrder"]} {...(isTpcc ? tpccOrder : {})} />
      {(!isTpcc || hotRows !== 0) && <NumberField path={["workload", "hotRows"]} />}
    </>
  );
}

const tpccThinkTime = {
  label: "Keying and think time",
  help: `mean over the five transactions, all stretched alike; the specification’s is ${formatExact(tpccThinkTimeMs)} ms`,
};
const tpccRollbacks = { help: "share of New-Order transactions that roll back" };
const tpccOrder = {
  help: "order of a New-Order’s items: by key, or as they are drawn, so it can deadlock",
};
