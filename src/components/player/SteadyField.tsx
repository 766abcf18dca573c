/** From when on a run is steady, as it is drawn over its lanes: found in its samples, or typed here. */
import { Button, Input } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import { type SteadyState, steadyFromMs } from "../../../app/contract/steady-state.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import { parseDuration } from "../rail/time-input.ts";
import { useDraftText } from "../ui/use-draft-text.ts";
import styles from "./SteadyField.module.css";

interface SteadyFieldProps {
  /** The name of the run, where several have such a field. */
  readonly name?: string;
  readonly steady: SteadyState;
  /** Null: as it is detected. Resolves to false when it is not taken. */
  onChoose(fromMs: number | null): Promise<boolean>;
}

const help =
  "The warm-up is the scenario’s, and left out of every number. From when on a run is steady is found in its samples of Transactions/sec (MSER-5), and counts where one run is compared with one other.";

export function SteadyField({ name, steady, onChoose }: SteadyFieldProps): ReactNode {
  const id = useId();
  const fromMs = steadyFromMs(steady);
  const { text, draft, type, leave, onKeyDown } = useDraftText({
    value: fromMs === null ? "" : formatDuration(fromMs),
    onCommit: (typed) => {
      if (typed.trim() === "") return true;
      const choice = parseDuration(typed);
      return choice === null ? false : onChoose(choice);
    },
  });
  const wrong = draft !== null && draft.trim() !== "" && parseDuration(draft) === null;
  const told = wrong ? "Not a time. Write it as 14 s or 1 min 20 s." : sourceText(steady);
  return (
    // biome-ignore lint/a11y/useSemanticElements: one field with what is said of it, no set of fields
    <div
      className={styles.steady}
      role="group"
      aria-label={`Steady state${ofName(name)}`}
      title={help}
    >
      <svg className={styles.line} viewBox="0 0 4 16" aria-hidden="true" data-of={name ?? "New"}>
        <line x1={2} x2={2} y1={0} y2={16} />
      </svg>
      <label htmlFor={id} className={styles.label}>
        {name !== undefined && <span className={styles.name}>{name}</span>}
        {name === undefined ? "Steady from" : " steady from"}
      </label>
      <Input
        size="small"
        className={styles.field ?? ""}
        input={{ id }}
        placeholder="never"
        value={text}
        aria-invalid={wrong}
        aria-describedby={`${id}-told`}
        onChange={(_, data) => type(data.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <span
        id={`${id}-told`}
        className={styles.told}
        role={wrong ? "alert" : undefined}
        title={told}
      >
        {told}
      </span>
      {steady.chosenMs !== null && (
        <Button size="small" appearance="subtle" onClick={() => void onChoose(null)}>
          Reset
        </Button>
      )}
    </div>
  );
}

const ofName = (name: string | undefined): string => (name === undefined ? "" : ` of ${name}`);

/** Where it comes from; of what never gets steady, why. */
function sourceText({ detected, chosenMs, warmupEndMs }: SteadyState): string {
  const found =
    detected.kind === "steady"
      ? formatDuration(detected.fromMs)
      : detected.kind === "neverSteady"
        ? "never steady"
        : "nothing measured";
  if (chosenMs !== null) return `Set by hand; detected: ${found}`;
  if (detected.kind === "neverSteady") return detected.message;
  if (detected.kind === "notMeasured") return "Nothing was measured after the warm-up.";
  if (detected.fromMs > warmupEndMs) return "Detected (MSER-5)";
  return warmupEndMs > 0 ? "Detected: all after the warm-up" : "Detected: all of it";
}
