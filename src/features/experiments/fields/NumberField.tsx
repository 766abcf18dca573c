/** A number with its unit, typed or stepped with the arrow keys; Escape takes back what is typed. */
import { Input, mergeClasses, Select } from "@fluentui/react-components";
import { type KeyboardEvent, memo, type ReactNode, useState } from "react";
import { formatExact } from "../../../../app/domain/format/numbers.ts";
import { parseClockSeconds } from "../../../../app/domain/scenario-form/clock-text.ts";
import {
  type Draft,
  settle,
  setValue,
  typeUnreadable,
  typeValue,
  untyped,
} from "../../../../app/domain/scenario-form/draft.ts";
import { parseNumber, parseWhole } from "../../../../app/domain/scenario-form/number-text.ts";
import { firstNumber } from "../../../../app/domain/scenario-form/special-values.ts";
import { FieldFrame, type FieldProps, type InputProps, nameOf } from "./FieldFrame.tsx";
import styles from "./fields.module.css";
import { steppedValue } from "./stepped-value.ts";
import { useField } from "./use-field.ts";

interface NumberFieldProps extends FieldProps {
  /** Instead of typing the value: for numbers that other values follow. */
  readonly type?: (draft: Draft, value: number) => Draft;
  /** The clock at the start, for a moment of the run, which can be typed as a clock shows it. */
  readonly clockOriginMs?: number | null;
}

export function NumberField({ path, ...look }: NumberFieldProps): ReactNode {
  const field = useField(path);
  const special = (field.schema?.specials ?? []).length > 0;
  return special ? (
    <NumberOrWords field={field} {...look} />
  ) : (
    <FieldFrame field={field} look={look}>
      <NumberInput field={field} {...look} />
    </FieldFrame>
  );
}

/** The one of a choice's options that is a number: none has this value. */
const aNumber = "number";

/** A value that can be in words as well, such as "no limit": the number is asked for where it is one. */
function NumberOrWords(props: InputProps<NumberFieldProps>): ReactNode {
  const { field, compact } = props;
  const { path, schema } = field;
  // A special value that is typed, or passed on the way to another, must not take its field away.
  const [typing, setTyping] = useState(false);
  // What is left out is meant as null.
  const special = schema?.specials.find(({ value }) => value === (field.value ?? null));
  const inWords = special !== undefined && field.unreadable === undefined && !typing;
  const name = nameOf(field, props);
  return (
    <FieldFrame field={field} look={props}>
      <div className={styles.choice}>
        <Select
          className={styles.input}
          size={compact === true ? "small" : "medium"}
          select={inWords ? { id: field.controlId } : { "aria-label": `${name}, number or not` }}
          value={inWords ? String(special.value) : aNumber}
          aria-describedby={field.noteId}
          onChange={(_, { value }) => {
            const words = schema?.specials.find((one) => String(one.value) === value);
            setTyping(false);
            const next = words === undefined ? firstNumber(path) : words.value;
            field.edit((draft) => setValue(draft, path, next));
          }}
        >
          {schema?.specials.map(({ value, means }) => (
            <option key={String(value)} value={String(value)}>
              {means.charAt(0).toUpperCase() + means.slice(1)}
            </option>
          ))}
          <option value={aNumber}>A number of my own</option>
        </Select>
        {!inWords && (
          // biome-ignore lint/a11y/noStaticElementInteractions: knows whether the field in it is being used
          <div onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
            <NumberInput {...props} />
          </div>
        )}
      </div>
    </FieldFrame>
  );
}

const NumberInput = memo(function NumberInput(props: InputProps<NumberFieldProps>): ReactNode {
  const { field, compact, type, clockOriginMs = null } = props;
  const { path } = field;
  const [typed, setTyped] = useState<string | null>(null);
  const value = typeof field.value === "number" ? field.value : 0;
  const parse = field.schema?.kind === "integer" ? parseWhole : parseNumber;
  const read = (said: string): number | null =>
    parse(said) ?? (clockOriginMs === null ? null : parseClockSeconds(said, clockOriginMs));
  // What is being typed stays as it is typed, for as long as it says the value: undo is seen at once.
  const stillTyped = typed !== null && read(typed) === value;
  const text = field.unreadable ?? (stillTyped ? typed : formatExact(value));

  const set = (draft: Draft, number: number): Draft =>
    type === undefined ? typeValue(draft, path, number) : type(draft, number);
  const take = (next: string): void => {
    setTyped(next);
    const number = read(next);
    field.edit((draft) =>
      number === null ? typeUnreadable(draft, path, next) : set(draft, number),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && typed !== null) {
      // A dialog around the field is not closed by it.
      event.preventDefault();
      setTyped(null);
      field.edit(untyped);
      return;
    }
    const next = steppedValue(event.key, value, field.schema);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setTyped(null);
    field.edit((draft) => set(draft, next));
  };
  const leave = (): void => {
    setTyped(null);
    field.edit(settle);
  };

  const unit = field.schema?.unit ?? "";
  return (
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
      onKeyDown={onKeyDown}
      onBlur={leave}
    />
  );
});
