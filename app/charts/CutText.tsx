/** Within a text of a drawing: what there is room for, with the whole as its title where that is less. */
import type { ReactNode } from "react";
import { fittingText } from "./text-width.ts";

interface CutTextProps {
  readonly text: string;
  /** User units. */
  readonly room: number;
}

export function CutText({ text, room }: CutTextProps): ReactNode {
  const shown = fittingText(text, room);
  return (
    <>
      {shown !== text && <title>{text}</title>}
      {shown}
    </>
  );
}
