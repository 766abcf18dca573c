/** A protection plan: its schedule, what may be lost and for how long, and a way back that is run. */
import { Button, Spinner } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { setupPhrase } from "../../../app/domain/setup-phrase.ts";
import { saveOrTell } from "../../state/files/files.ts";
import {
  loadPlanFile,
  openPlan,
  planFile,
  startAnew,
  usePlan,
  usePlanAnswer,
} from "../../state/plan/plan.ts";
import { useActions } from "../../state/shell/actions.ts";
import { useStatus } from "../../state/shell/status.ts";
import { JobTable } from "./JobTable.tsx";
import { MomentPanel } from "./MomentPanel.tsx";
import { PlanAnswerView, PlanSpaceAndAdvice } from "./PlanAnswerView.tsx";
import { PlanFields } from "./PlanFields.tsx";
import styles from "./PlanScreen.module.css";

export default function PlanScreen(): ReactNode {
  useEffect(openPlan, []);
  const plan = usePlan((state) => state.plan);
  const { answer, problem } = usePlanAnswer(plan);
  const moment = usePlan((state) => state.moment);
  const shown = { ...moment, atSeconds: Math.min(moment.atSeconds, plan.daySeconds - 1) };
  const save = (): void => void saveOrTell("The plan was not exported", planFile(plan));
  useStatus({ title: plan.name, left: [setupPhrase(plan.scenario)] });
  const picker = useRef<HTMLInputElement>(null);
  const open = (): void => picker.current?.click();
  useActions([
    { id: "plan.open", title: "Open a plan…", group: "File", run: open },
    { id: "plan.export", title: "Export the plan", group: "File", run: save },
  ]);
  return (
    <div className={styles.screen}>
      <div className={styles.both}>
        {/* A region that scrolls needs focus to be scrolled by keys. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={styles.editor} aria-label="The plan" tabIndex={0}>
          <PlanFields plan={plan} />
          <JobTable jobs={plan.jobs} />
          <div className={styles.row}>
            <Button onClick={open}>Open…</Button>
            <Button onClick={save}>Export</Button>
            <Button
              onClick={startAnew}
              title="Puts the plan of the paper’s section 4.1 in its place"
            >
              The paper’s plan
            </Button>
          </div>
          <input
            ref={picker}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label="Plan file"
            onChange={({ currentTarget }) => {
              const [picked] = currentTarget.files ?? [];
              if (picked !== undefined) void loadPlanFile(picked);
              // So that one file can be picked again, after it was mended.
              currentTarget.value = "";
            }}
          />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <section className={styles.answer} aria-label="What it comes to" tabIndex={0}>
          {answer !== null ? (
            <>
              <PlanAnswerView answer={answer} atSeconds={shown.atSeconds} />
              <MomentPanel answer={answer} moment={shown} />
              <PlanSpaceAndAdvice answer={answer} />
            </>
          ) : problem === null ? (
            <Spinner className={styles.loading ?? ""} label="Asking what the devices can do" />
          ) : (
            <div className={styles.problem} role="alert">
              <strong>There is no answer to this plan.</strong>
              <p>{problem}</p>
            </div>
          )}
        </section>
      </div>
    </div>
  );
}
