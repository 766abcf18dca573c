/** Text of the scenario: names, and folders of which none means the default. */
import { Input, mergeClasses } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import { settle, typeValue, untyped } from "../../../../app/domain/scenario-form/draft.ts";
import { FieldFrame, type FieldProps, type InputProps } from "./FieldFrame.tsx";
import styles from "./fields.module.css";
import { useField } from "./use-field.ts";

interface TextFieldProps extends FieldProps {
  readonly placeholder?: string;
  /** Set in the fixed-width face, as paths and names in logs are. */
  readonly mono?: boolean;
  /** Instead of typing the value: for text that other values follow. */
  readonly take?: (text: string) => void;
}

export function TextField({ path, ...look }: TextFieldProps): ReactNode {
  return <TextInput field={useField(path)} {...look} />;
}

const TextInput = memo(function TextInput(props: InputProps<TextFieldProps>): ReactNode {
  const { field, compact, placeholder, mono, take } = props;
  const { path } = field;
  const nullable = field.schema?.nullable === true;
  const type = (text: string): void => {
    if (take !== undefined) take(text);
    else field.edit((draft) => typeValue(draft, path, nullable && text === "" ? null : text));
  };
  return (
    <FieldFrame field={field} look={props}>
      <Input
        id={field.controlId}
        className={mergeClasses(styles.input, field.problem !== null && styles.wrong)}
        input={{ className: mono === true ? styles.mono : "" }}
        size={compact === true ? "small" : "medium"}
        autoComplete="off"
        spellCheck={false}
        value={typeof field.value === "string" ? field.value : ""}
        placeholder={placeholder}
        aria-invalid={field.problem !== null}
        aria-describedby={field.noteId}
        onChange={(_, data) => type(data.value)}
        onKeyDown={({ key }) => key === "Escape" && field.edit(untyped)}
        onBlur={() => field.edit(settle)}
      />
    </FieldFrame>
  );
});
