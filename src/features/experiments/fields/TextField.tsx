/** Text of the scenario: names, and folders of which none means the default. */
import { Input, mergeClasses } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { settle, typeValue } from "../../../../app/domain/scenario-form/draft.ts";
import { labelOf } from "../../../../app/domain/scenario-form/labels.ts";
import { FieldFrame } from "./FieldFrame.tsx";
import styles from "./fields.module.css";
import { type FieldModel, useField } from "./use-field.ts";

interface TextFieldProps {
  readonly path: Path;
  readonly label?: string;
  readonly context?: string | undefined;
  readonly help?: string;
  readonly compact?: boolean;
  readonly placeholder?: string;
  /** Set in the fixed-width face, as paths and names in logs are. */
  readonly mono?: boolean;
  /** Instead of typing the value: for text that other values follow. */
  readonly take?: (text: string) => void;
}

export function TextField({ path, ...look }: TextFieldProps): ReactNode {
  return <TextInput field={useField(path)} {...look} />;
}

interface TextInputProps extends Omit<TextFieldProps, "path"> {
  readonly field: FieldModel;
}

const TextInput = memo(function TextInput(props: TextInputProps): ReactNode {
  const { field, label, context, help, compact, placeholder, mono, take } = props;
  const { path } = field;
  const nullable = field.schema?.nullable === true;
  const type = (text: string): void => {
    if (take !== undefined) take(text);
    else field.edit((draft) => typeValue(draft, path, nullable && text === "" ? null : text));
  };
  return (
    <FieldFrame
      field={field}
      label={label ?? labelOf(path)}
      context={context}
      help={help}
      compact={compact}
    >
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
        onBlur={() => field.edit(settle)}
      />
    </FieldFrame>
  );
});
