/** What the users do. */
import { memo, type ReactNode } from "react";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { FormSection } from "./FormSection.tsx";

const accessOrders = { ascending: "Ascending by key", random: "Random, can deadlock" };
const profiles = { sqlcat: "SQLCAT, five transactions", "read-only": "Read-only" };

export const WorkloadSection = memo(function WorkloadSection(): ReactNode {
  return (
    <FormSection id="workload" title="Workload">
      <NumberField path={["workload", "users"]} />
      <NumberField path={["workload", "thinkTimeMs"]} />
      <ChoiceField path={["workload", "profile"]} names={profiles} />
      <NumberField path={["workload", "rollbackPercent"]} />
      <ChoiceField path={["workload", "accessOrder"]} names={accessOrders} />
      <NumberField path={["workload", "hotRows"]} />
    </FormSection>
  );
});
