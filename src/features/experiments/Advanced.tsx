/** The whole form, opened on demand: whoever opened it finds it open, and an error in it opens it. */
import { type ReactNode, useEffect, useRef } from "react";
import * as z from "zod";
import { countChanges } from "../../../app/domain/scenario-form/differences.ts";
import type { FieldIssue } from "../../../app/domain/scenario-form/issues.ts";
import { issuesInFormOnly } from "../../../app/domain/scenario-form/question.ts";
import { useSetting } from "../../state/services/settings.ts";
import styles from "./Advanced.module.css";
import { useDesigner } from "./designer-context.ts";
import folded from "./preview/FoldedPanel.module.css";
import { ScenarioForm } from "./ScenarioForm.tsx";

const openSchema = z.boolean();

/** Whether the whole form is open, here and at the next start. */
export const useAdvancedOpen = () => useSetting("experiments.advanced", openSchema, false);

export function Advanced({ issues }: { readonly issues: readonly FieldIssue[] }): ReactNode {
  const { draft } = useDesigner();
  const [open, setOpen] = useAdvancedOpen();
  const { scenario } = draft.present;
  const wrong = issuesInFormOnly(issues, scenario).length > 0;
  const wasWrong = useRef(false);
  useEffect(() => {
    // Once, when it becomes wrong: it can be closed with the error in it.
    if (wrong && !wasWrong.current) setOpen(true);
    wasWrong.current = wrong;
  }, [wrong, setOpen]);
  const changes = countChanges(draft.base, scenario);
  return (
    <details
      className={`${styles.advanced} ${folded.details}`}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={folded.summary}>
        <span className={styles.name}>Advanced</span>
        <span className={styles.what}>
          database, storage, workload, timeline, measurement
          {changes > 0 && `; ${changes} changed`}
        </span>
      </summary>
      <ScenarioForm />
    </details>
  );
}
