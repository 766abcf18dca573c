/** From which size on a difference matters: of the comparison that is shown, or of the points of a study. */
import { Select } from "@fluentui/react-components";
import { type ReactNode, useId } from "react";
import { usualLeastEffect } from "../../../app/contract/comparison.ts";
import { shareText } from "../../../app/domain/statistics/metric.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./CompareBar.module.css";

const leastEffects = [0, 0.005, usualLeastEffect, 0.02, 0.05, 0.1];

export function LeastEffectField(): ReactNode {
  const id = useId();
  const chosen = useNavigation((state) => state.compare?.leastEffect ?? usualLeastEffect);
  const change = useNavigation((state) => state.changeComparison);
  // One that came with a shared comparison may be none of the list.
  const choices = leastEffects.includes(chosen) ? leastEffects : [...leastEffects, chosen];
  return (
    <>
      <label
        htmlFor={id}
        className={styles.role}
        title="A difference that is shown to be smaller is told as “no difference that matters”"
      >
        Matters from
      </label>
      <Select
        select={{ id }}
        className={styles.least ?? ""}
        value={String(chosen)}
        onChange={(_, { value }) => change({ leastEffect: Number(value) })}
      >
        {choices.map((share) => (
          <option key={share} value={String(share)}>
            {share === 0 ? "any size" : shareText(share)}
          </option>
        ))}
      </Select>
    </>
  );
}
