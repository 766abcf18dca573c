/** Two parts one above the other, with a bar between them that mouse and keyboard can move. */
import type { ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import * as z from "zod";
import { useSetting } from "../../../state/services/settings.ts";
import styles from "./SplitPane.module.css";

export interface SplitPaneProps {
  /** Under which name the place of the bar is kept. */
  readonly setting: string;
  /** Share of the height that the upper part has at first. */
  readonly fallback: number;
  readonly upper: ReactNode;
  readonly lower: ReactNode;
  /** Heights below which they are of no use, px. */
  readonly leastUpper?: number;
  readonly leastLower: number;
}

const least = 0.15;
const shareSchema = z
  .number()
  .min(least)
  .max(1 - least);
const percent = (share: number): string => `${100 * share}%`;

export function SplitPane({
  setting,
  fallback,
  upper,
  lower,
  leastUpper,
  leastLower,
}: SplitPaneProps) {
  const [share, setShare] = useSetting(setting, shareSchema, fallback);
  return (
    // The cursor is a matter of our style sheet: the page's policy lets nobody add one.
    <Group
      orientation="vertical"
      className={styles.frame}
      disableCursor
      onLayoutChanged={({ upper: height = 100 * share }) => setShare(height / 100)}
    >
      <Panel
        id="upper"
        className={styles.part}
        defaultSize={percent(share)}
        minSize={leastUpper ?? percent(least)}
        maxSize={percent(1 - least)}
      >
        {upper}
      </Panel>
      <Separator className={styles.bar} aria-label="Height of the charts" />
      <Panel id="lower" className={styles.part} minSize={leastLower}>
        {lower}
      </Panel>
    </Group>
  );
}
