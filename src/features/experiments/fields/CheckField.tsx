/** A value that is true or false. */
import { Checkbox } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { labelOf } from "../../../../app/domain/scenario-form/labels.ts";
import { FieldFrame } from "./FieldFrame.tsx";
import { type FieldModel, useField } from "./use-field.ts";

interface CheckFieldProps {
  readonly path: Path;
  readonly label?: string;
  readonly context?: string | undefined;
  readonly help?: string;
  readonly compact?: boolean;
}

export function CheckField({ path, ...look }: CheckFieldProps): ReactNode {
  return <CheckInput field={useField(path)} {...look} />;
}

interface CheckInputProps extends Omit<CheckFieldProps, "path"> {
  readonly field: FieldModel;
}

const CheckInput = memo(function CheckInput(props: CheckInputProps): ReactNode {
  const { field, label, context, help, compact } = props;
  const { path } = field;
  return (
    <FieldFrame
      field={field}
      label={label ?? labelOf(path)}
      context={context}
      help={help}
      compact={compact}
    >
      <Checkbox
        input={{ id: field.controlId }}
        checked={field.value === true}
        aria-describedby={field.noteId}
        onChange={(_, data) => field.edit((draft) => setValue(draft, path, data.checked === true))}
      />
    </FieldFrame>
  );
});
