/** A length of time: a number and its unit. */
import { Field, Select } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { CommitField } from "../../components/ui/CommitField.tsx";
import styles from "./PlanScreen.module.css";

const units = [
  { name: "days", seconds: 86_400 },
  { name: "h", seconds: 3600 },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
] as const;

interface DurationFieldProps {
  readonly label: string;
  /** In a table, whose columns say what it is. */
  readonly isBare?: boolean;
  /** Null: none. */
  readonly seconds: number | null;
  /** An empty field is none. */
  readonly mayBeNone?: boolean;
  change(seconds: number | null): void;
}

/** The largest unit in which it is a whole number. */
const unitOf = (seconds: number | null) =>
  units.find((unit) => seconds !== null && seconds > 0 && seconds % unit.seconds === 0) ?? units[3];

export function DurationField(props: DurationFieldProps): ReactNode {
  const { label, isBare = false, seconds, mayBeNone = false, change } = props;
  const unit = seconds === null || seconds === 0 ? units[2] : unitOf(seconds);
  const parts = (
    <span className={styles.duration}>
      <CommitField
        className={styles.number ?? ""}
        inputMode="decimal"
        aria-label={label}
        value={seconds === null ? "" : String(seconds / unit.seconds)}
        onCommit={(text) => {
          if (text.trim() === "") {
            if (mayBeNone) change(null);
            return mayBeNone;
          }
          const value = Number(text);
          if (!(value >= 0)) return false;
          change(Number((value * unit.seconds).toFixed(3)));
          return true;
        }}
      />
      <Select
        size="small"
        className={styles.unit ?? ""}
        aria-label={`${label}: unit`}
        value={unit.name}
        disabled={seconds === null}
        onChange={(_, { value }) => {
          const chosen = units.find(({ name }) => name === value);
          if (chosen !== undefined && seconds !== null)
            change((seconds / unit.seconds) * chosen.seconds);
        }}
      >
        {units.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </span>
  );
  return isBare ? (
    parts
  ) : (
    <Field label={label} size="small">
      {parts}
    </Field>
  );
}
