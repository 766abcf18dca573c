/** Below the plots: how one draws, while one does, and then how far what was drawn is from what came. */
import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import styles from "./ExpectationBar.module.css";
import type { Expecting } from "./ExpectationPlane.tsx";

interface DrawingBarProps {
  readonly name: string;
  readonly expecting: Expecting;
  readonly canUndo: boolean;
  /** Of the axis; null: it stays as it is. */
  readonly most: number | null;
  readonly done: string;
}

export function DrawingBar({ name, expecting, canUndo, most, done }: DrawingBarProps): ReactNode {
  return (
    <section className={styles.bar} aria-label="What you expect">
      <p>
        Draw how you expect {name} to go: with the pointer, or with the arrow keys, by which the
        line goes straight between the points that you set.
      </p>
      <Button size="small" disabled={!canUndo} onClick={expecting.undo}>
        Undo
      </Button>
      {most !== null && (
        <>
          <Button size="small" onClick={() => expecting.reach(2 * most)}>
            Axis twice as high
          </Button>
          <Button size="small" onClick={() => expecting.reach(most / 2)}>
            Half as high
          </Button>
        </>
      )}
      <Button size="small" appearance="primary" onClick={expecting.leave}>
        {done}
      </Button>
    </section>
  );
}

interface OutcomeBarProps {
  /** How far it was off; null: nothing has come to compare. */
  readonly sentence: string | null;
  readonly name: string;
  onDraw(): void;
  onClear(): void;
}

export function OutcomeBar({ sentence, name, onDraw, onClear }: OutcomeBarProps): ReactNode {
  return (
    <section className={styles.bar} aria-label="What you expected">
      <p role="status">
        {sentence ?? `Your line for ${name} is dotted. What is computed comes over it.`}
      </p>
      <Button size="small" onClick={onDraw}>
        Draw on
      </Button>
      <Button size="small" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
