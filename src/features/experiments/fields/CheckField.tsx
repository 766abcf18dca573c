/** A value that is true or false. */
import { Checkbox } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { FieldFrame, type FieldProps, type InputProps } from "./FieldFrame.tsx";
import { useField } from "./use-field.ts";

export function CheckField({ path, ...look }: FieldProps): ReactNode {
  return <CheckInput field={useField(path)} {...look} />;
}

const CheckInput = memo(function CheckInput(props: InputProps<FieldProps>): ReactNode {
  const { field } = props;
  const { path } = field;
  return (
    <FieldFrame field={field} look={props}>
      <Checkbox
        input={{ id: field.controlId }}
        checked={field.value === true}
        aria-describedby={field.noteId}
        onChange={(_, data) => field.edit((draft) => setValue(draft, path, data.checked === true))}
      />
    </FieldFrame>
  );
});
