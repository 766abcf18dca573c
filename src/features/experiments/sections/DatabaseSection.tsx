/** The instance and the source database. */
import { memo, type ReactNode } from "react";
import { type Path, printPath } from "../../../../app/contract/schema-path.ts";
import { useDesigner } from "../designer-context.ts";
import { CheckField } from "../fields/CheckField.tsx";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { RecoveryIntervalField } from "../fields/RecoveryIntervalField.tsx";
import { TextField } from "../fields/TextField.tsx";
import { FormSection } from "./FormSection.tsx";
import { ServerPanel } from "./ServerPanel.tsx";

export const DatabaseSection = memo(function DatabaseSection(): ReactNode {
  return (
    <FormSection
      id="database"
      title="Database"
      aside="the source of the snapshots, and its instance"
    >
      <TextField path={["database", "name"]} mono />
      <NumberField path={["database", "sizeMiB"]} />
      <NumberField path={["database", "dataFiles"]} />
      <NumberField path={["database", "logSizeMiB"]} />
      <NumberField path={["database", "logVlfs"]} />
      <ChoiceField path={["database", "recoveryModel"]} />
      <NumberField path={["database", "logBackupIntervalSeconds"]} />
      <OfAccounts path={["database", "rowBytes"]} />
      <ChoiceField path={["database", "content"]} />
      <NumberField path={["database", "fillFactorPercent"]} />
      <NumberField path={["database", "filledPercent"]} />
      <ChoiceField path={["server", "engineVersion"]} />
      <OfAccounts path={["database", "nonclusteredIndexes"]} />
      <OfAccounts path={["database", "partitions"]} />
      <ChoiceField path={["database", "compression"]} />
      <ServerPanel />
      <ChoiceField path={["server", "poolAtStart"]} />
      <NumberField path={["server", "indexCreateMemoryKiB"]} />
      <NumberField path={["server", "tempdbSizeMiB"]} />
      <CheckField path={["server", "instantFileInitialization"]} />
      <RecoveryIntervalField />
      <NumberField path={["database", "targetRecoveryTimeSeconds"]} />
    </FormSection>
  );
});

/** A field of the accounts table: not where there is none, unless the value is an error that can be taken back. */
function OfAccounts({ path }: { readonly path: Path }): ReactNode {
  const { draft, problems } = useDesigner();
  const { profile } = draft.present.scenario.workload;
  if (profile === "tpcc" && !problems.has(printPath(path))) return null;
  return <NumberField path={path} />;
}
