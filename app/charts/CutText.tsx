/** Within a text of a drawing: what there is room for, with the whole as its title where that is less. */
import type { ReactNode } from "react";
import { cutText } from "../domain/format/cut-text.ts";

interface CutTextProps {
  readonly text: string;
  /** Characters that there is room for. */
  readonly most: number;
}

export function CutText({ text, most }: CutTextProps): ReactNode {
  const shown = cutText(text, most);
  return (
    <>
      {shown !== text && <title>{text}</title>}
      {shown}
    </>
  );
}
