/** A field for text that counts on Enter, or as it is left: see `useDraftText`. */
import { Input, type InputProps } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { type DraftTextOptions, useDraftText } from "./use-draft-text.ts";

export interface CommitFieldProps
  extends Omit<DraftTextOptions, "commitsUnchanged">,
    Pick<
      InputProps,
      "aria-describedby" | "aria-label" | "className" | "disabled" | "id" | "inputMode" | "title"
    > {}

export function CommitField(props: CommitFieldProps): ReactNode {
  const { value, onCommit, onRestore, ...input } = props;
  const options = { value, onCommit, ...(onRestore === undefined ? {} : { onRestore }) };
  const { text, type, leave, onKeyDown } = useDraftText(options);
  return (
    <Input
      size="small"
      {...input}
      value={text}
      onChange={(_, data) => type(data.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
}
