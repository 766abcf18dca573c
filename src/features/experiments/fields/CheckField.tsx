/** A value that is true or false, or a group of values that is there or not. */
import { Checkbox } from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { FieldFrame, type FieldProps, type InputProps } from "./FieldFrame.tsx";
import { useField } from "./use-field.ts";

interface CheckFieldProps extends FieldProps {
  /** What it begins as, where it is a group of values, and else null or absent. */
  readonly group?: object;
  /** What a value that is left out stands for. */
  readonly leftOut?: boolean;
}

export function CheckField({ path, ...look }: CheckFieldProps): ReactNode {
  return <CheckInput field={useField(path)} {...look} />;
}

const CheckInput = memo(function CheckInput(props: InputProps<CheckFieldProps>): ReactNode {
  const { field, group, leftOut } = props;
  const none = field.schema?.nullable === true ? null : undefined;
  const [on, off] = group === undefined ? [true, false] : [group, none];
  const { path } = field;
  return (
    <FieldFrame field={field} look={props}>
      <Checkbox
        input={{ id: field.controlId }}
        checked={(field.value ?? leftOut ?? off) !== off}
        aria-describedby={field.noteId}
        onChange={(_, data) =>
          field.edit((draft) => setValue(draft, path, data.checked === true ? on : off))
        }
      />
    </FieldFrame>
  );
});
