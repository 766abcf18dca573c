/** One of the values that the schema, or the scenario itself, allows. */
import { mergeClasses, Select } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import { choiceNames } from "../../../../app/domain/scenario-form/choice-names.ts";
import { type Draft, setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { FieldFrame, type FieldProps, type InputProps } from "./FieldFrame.tsx";
import styles from "./fields.module.css";
import { useField } from "./use-field.ts";

interface ChoiceFieldProps extends FieldProps {
  /** Where the scenario says what can be chosen; else the schema does. Empty text stands for null. */
  readonly choices?: readonly string[];
  /** How a choice is called; default: as everywhere. */
  readonly names?: Readonly<Record<string, string>>;
  /** Instead of setting the value: for choices that other values follow. */
  readonly choose?: (draft: Draft, value: string) => Draft;
}

export function ChoiceField({ path, ...look }: ChoiceFieldProps): ReactNode {
  return <ChoiceInput field={useField(path)} {...look} />;
}

const ChoiceInput = memo(function ChoiceInput(props: InputProps<ChoiceFieldProps>): ReactNode {
  const { field, compact, names = choiceNames(field.path) } = props;
  const { path } = field;
  const value = String(field.value ?? "");
  const known = props.choices ?? field.schema?.choices ?? [];
  // A value that is no longer a choice is shown, with its error, until another is chosen.
  const choices = known.includes(value) ? known : [value, ...known];
  return (
    <FieldFrame field={field} look={props}>
      <Select
        className={mergeClasses(styles.input, field.problem !== null && styles.wrong)}
        size={compact === true ? "small" : "medium"}
        select={{ id: field.controlId }}
        value={value}
        aria-invalid={field.problem !== null}
        aria-describedby={field.noteId}
        onChange={(_, data) => {
          const chosen = data.value === "" && field.schema?.nullable === true ? null : data.value;
          field.edit((draft) =>
            props.choose === undefined || chosen === null
              ? setValue(draft, path, chosen)
              : props.choose(draft, chosen),
          );
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {names?.[choice] ?? choice}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
});
