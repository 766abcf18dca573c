/** What the users do, and who reads a snapshot. */
import { memo, type ReactNode } from "react";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { FormSection } from "./FormSection.tsx";

const accessOrders = { ascending: "Ascending by key", random: "Random, can deadlock" };
const queries = { pointReads: "Look rows up by key", scan: "Scan a range of rows" };
const profiles = { sqlcat: "SQLCAT, five kinds", "read-only": "Read-only" };

export const WorkloadSection = memo(function WorkloadSection(): ReactNode {
  return (
    <FormSection id="workload" title="Workload">
      <NumberField path={["workload", "users"]} />
      <NumberField path={["workload", "thinkTimeMs"]} />
      <ChoiceField path={["workload", "profile"]} names={profiles} />
      <NumberField path={["workload", "rollbackPercent"]} />
      <ChoiceField path={["workload", "accessOrder"]} names={accessOrders} />
      <NumberField path={["workload", "hotRows"]} />
      <ChoiceField path={["reporting", "query"]} names={queries} />
      <NumberField path={["reporting", "rowsPerQuery"]} />
      <NumberField path={["reporting", "thinkTimeMs"]} />
    </FormSection>
  );
});
