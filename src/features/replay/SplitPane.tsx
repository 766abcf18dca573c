/** Two parts one above the other, with a bar between them that mouse and keyboard can move. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import * as z from "zod";
import { useSetting } from "../../state/services/settings.ts";
import styles from "./SplitPane.module.css";

export interface SplitPaneProps {
  /** Under which name the place of the bar is kept. */
  readonly setting: string;
  /** Share of the height that the upper part has at first. */
  readonly fallback: number;
  readonly upper: ReactNode;
  readonly lower: ReactNode;
}

const least = 0.15;
const most = 0.85;
const stepShare = 0.03;
const shareSchema = z.number().min(least).max(most);
const keySteps: Readonly<Record<string, number>> = { ArrowUp: -stepShare, ArrowDown: stepShare };

export function SplitPane({ setting, fallback, upper, lower }: SplitPaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [share, setShare] = useSetting(setting, shareSchema, fallback);
  const move = (next: number) => setShare(Math.min(most, Math.max(least, next)));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || frame.current === null) return;
    const { top, height } = frame.current.getBoundingClientRect();
    move((event.clientY - top) / height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(share + step);
  };
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.part} style={{ flexGrow: share }}>
        {upper}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label="Height of the charts"
        aria-valuemin={Math.round(least * 100)}
        aria-valuemax={Math.round(most * 100)}
        aria-valuenow={Math.round(share * 100)}
        className={styles.bar}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onDoubleClick={() => setShare(fallback)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.part} style={{ flexGrow: 1 - share }}>
        {lower}
      </div>
    </div>
  );
}
