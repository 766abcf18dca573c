/** A number with its unit, typed by the rules of the locale or stepped with the arrow keys. */
import { Input, mergeClasses } from "@fluentui/react-components";
import { type KeyboardEvent, memo, type ReactNode, useState } from "react";
import { settle, typeUnreadable, typeValue } from "../../../../app/domain/scenario-form/draft.ts";
import { parseNumber, printNumber } from "../../../../app/domain/scenario-form/number-text.ts";
import { FieldFrame, type FieldProps, type InputProps } from "./FieldFrame.tsx";
import styles from "./fields.module.css";
import { steppedValue } from "./stepped-value.ts";
import { useField } from "./use-field.ts";

export function NumberField({ path, ...look }: FieldProps): ReactNode {
  return <NumberInput field={useField(path)} {...look} />;
}

const NumberInput = memo(function NumberInput(props: InputProps<FieldProps>): ReactNode {
  const { field, compact } = props;
  const { path } = field;
  const [typed, setTyped] = useState<string | null>(null);
  const value = typeof field.value === "number" ? field.value : 0;
  // What is being typed stays as it is typed, for as long as it says the value: undo is seen at once.
  const stillTyped = typed !== null && parseNumber(typed) === value;
  const text = field.unreadable ?? (stillTyped ? typed : printNumber(value));

  const take = (next: string): void => {
    setTyped(next);
    const number = parseNumber(next);
    field.edit((draft) =>
      number === null ? typeUnreadable(draft, path, next) : typeValue(draft, path, number),
    );
  };
  const step = (event: KeyboardEvent): void => {
    const next = steppedValue(event.key, value, field.schema);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setTyped(null);
    field.edit((draft) => typeValue(draft, path, next));
  };
  const leave = (): void => {
    setTyped(null);
    field.edit(settle);
  };

  const unit = field.schema?.unit ?? "";
  return (
    <FieldFrame field={field} look={props}>
      <Input
        id={field.controlId}
        className={mergeClasses(styles.input, field.problem !== null && styles.wrong)}
        input={{ className: styles.number }}
        size={compact === true ? "small" : "medium"}
        inputMode={field.schema?.kind === "integer" ? "numeric" : "decimal"}
        autoComplete="off"
        value={text}
        contentAfter={unit === "" ? null : <span className={styles.unit}>{unit}</span>}
        aria-invalid={field.problem !== null}
        aria-describedby={field.noteId}
        onChange={(_, data) => take(data.value)}
        onKeyDown={step}
        onBlur={leave}
      />
    </FieldFrame>
  );
});
