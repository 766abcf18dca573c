/** How long, how often, from which seed, how fast, and what is logged. */
import { Checkbox } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import { type Scenario, supportedTraceFlags } from "../../../../app/contract/scenario.ts";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { NumberField } from "../fields/NumberField.tsx";
import { TextField } from "../fields/TextField.tsx";
import { FormSection } from "./FormSection.tsx";
import styles from "./sections.module.css";

type TraceFlag = Scenario["traceFlags"][number];

const flagNames: Readonly<Record<TraceFlag, string>> = {
  1810: "1810, creation of files",
  3004: "3004, steps of backups",
  3213: "3213, buffers of backups",
  3400: "3400, recovery",
  3502: "3502, steps of checkpoints",
  3504: "3504, checkpoints",
  3605: "3605, to the ERRORLOG",
};

export const MeasurementSection = memo(function MeasurementSection(): ReactNode {
  return (
    <FormSection id="measurement" title="Measurement">
      <TextField path={["name"]} label="Name of the run" />
      <ClockAtStart />
      <NumberField path={["durationSeconds"]} />
      <NumberField path={["warmupSeconds"]} />
      <NumberField path={["sampleIntervalMs"]} />
      <NumberField path={["seed"]} />
      <NumberField path={["pace"]} />
      <TraceFlags />
    </FormSection>
  );
});

const clockHelp =
  "Local time of the start, such as 2026-03-01T10:41:00; times of the timeline can be typed as this clock shows them";

/** A run on this machine begins when it is started. */
function ClockAtStart(): ReactNode {
  const { mode } = useDesigner().draft.present.scenario;
  return mode === "virtual" ? <TextField path={["startTime"]} help={clockHelp} mono /> : null;
}

function TraceFlags(): ReactNode {
  const { draft, edit } = useDesigner();
  const path = ["traceFlags"];
  const { traceFlags } = draft.present.scenario;
  const toggle = (flag: TraceFlag, on: boolean): void => {
    const next = supportedTraceFlags.filter((other) =>
      other === flag ? on : traceFlags.includes(other),
    );
    edit((current) => setValue(current, path, next));
  };
  return (
    <>
      <h3 className={styles.subtitle} id="trace-flags-title">
        Trace flags
      </h3>
      <fieldset className={styles.flags} id={controlId(path)} aria-labelledby="trace-flags-title">
        {supportedTraceFlags.map((flag) => (
          <Checkbox
            key={flag}
            label={flagNames[flag]}
            checked={traceFlags.includes(flag)}
            onChange={(_, data) => toggle(flag, data.checked === true)}
          />
        ))}
      </fieldset>
    </>
  );
}
