/** Of each line on which something was drawn: how to draw on it, or how far it was off. */
import type { ReactNode } from "react";
import { DrawingBar, OutcomeBar } from "./ExpectationBar.tsx";
import type { Expecting } from "./ExpectationPlane.tsx";

export interface ExpectedLine {
  readonly id: string;
  readonly name: string;
  readonly isDrawing: boolean;
  readonly canUndo: boolean;
  /** Of its axis; null: it stays as it is. */
  readonly most: number | null;
  readonly sentence: string | null;
}

interface ExpectationBarsProps {
  readonly lines: readonly ExpectedLine[];
  readonly expecting: Expecting;
  /** What is done when all is drawn. */
  readonly done: string;
  onDraw(id: string): void;
  onClear(id: string): void;
}

export const ExpectationBars = (props: ExpectationBarsProps): ReactNode =>
  props.lines.map(({ id, name, isDrawing, sentence, canUndo, most }) =>
    isDrawing ? (
      <DrawingBar
        key={id}
        {...{ name, canUndo, most }}
        expecting={props.expecting}
        done={props.done}
      />
    ) : (
      <OutcomeBar
        key={id}
        {...{ name, sentence }}
        onDraw={() => props.onDraw(id)}
        onClear={() => props.onClear(id)}
      />
    ),
  );
