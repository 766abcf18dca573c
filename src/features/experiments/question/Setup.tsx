/** What decides the answer most, beside the load and the storage, and what else is not as usual. */
import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { alsoSet } from "../../../../app/domain/scenario-form/also-set.ts";
import { useAdvancedOpen } from "../Advanced.tsx";
import { useDesigner } from "../designer-context.ts";
import { ChoiceField } from "../fields/ChoiceField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { RecoveryIntervalField } from "../fields/RecoveryIntervalField.tsx";
import { ServerChooser, ServerFigures } from "../sections/ServerChooser.tsx";
import styles from "./Question.module.css";

export function Setup(): ReactNode {
  const { profile, hotRows } = useDesigner().draft.present.scenario.workload;
  return (
    <>
      <h3 className={styles.subtitle}>What else decides the answer</h3>
      <NumberField path={["database", "sizeMiB"]} level />
      {(profile !== "tpcc" || hotRows !== 0) && (
        <NumberField path={["workload", "hotRows"]} level />
      )}
      <ServerChooser />
      <ServerFigures level />
      <ChoiceField path={["server", "engineVersion"]} />
      <RecoveryIntervalField level />
      <NumberField path={["database", "targetRecoveryTimeSeconds"]} level />
      <AlsoSet />
    </>
  );
}

/** A list of more is a form. */
const mostTold = 24;

/** Two drafts that agree in this, and in the fields above, give the same answer. */
function AlsoSet(): ReactNode {
  const { draft, problems } = useDesigner();
  const [open, setOpen] = useAdvancedOpen();
  // What is not allowed is told at its field.
  if (problems.size > 0) return null;
  const values = alsoSet(draft.present.scenario);
  const more = values.length - mostTold;
  const told = [...values.slice(0, mostTold), ...(more > 0 ? [`${more} more`] : [])];
  return (
    <p className={styles.also}>
      <span className={styles.alsoName}>Also set: </span>
      {withUnitsKept(told.join("; "))}.{" "}
      {!open && (
        <Button
          className={styles.link}
          appearance="transparent"
          size="small"
          onClick={() => setOpen(true)}
        >
          Change under Advanced
        </Button>
      )}
    </p>
  );
}
