/** How large the preview is shown. Kept, as it is a matter of eyes and screen. */
import { Button } from "@fluentui/react-components";
import { ZoomInRegular, ZoomOutRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import * as z from "zod";
import { useSetting } from "../../state/services/settings.ts";
import { useActions } from "../../state/shell/actions.ts";
import styles from "./ZoomControl.module.css";

const steps = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2] as const;
const zoomSchema = z.number().min(0.5).max(2);

export interface Zoom {
  readonly value: number;
  readonly larger: number | null;
  readonly smaller: number | null;
  set(value: number): void;
}

export function useZoom(): Zoom {
  const [value, set] = useSetting("report.zoom", zoomSchema, 1);
  return {
    value,
    larger: steps.find((step) => step > value) ?? null,
    smaller: steps.findLast((step) => step < value) ?? null,
    set,
  };
}

interface ZoomControlProps {
  readonly zoom: Zoom;
  readonly disabled: boolean;
}

export function ZoomControl({ zoom, disabled }: ZoomControlProps): ReactNode {
  const { value, larger, smaller, set } = zoom;
  const go = (target: number | null): void => {
    if (target !== null) set(target);
  };
  const action = (id: string, title: string, keys: string, target: number | null) => ({
    id,
    title,
    group: "View" as const,
    keys,
    enabled: !disabled && target !== null,
    run: () => go(target),
  });
  useActions([
    action("report.zoom-in", "Enlarge the report", "Alt+=", larger),
    action("report.zoom-out", "Shrink the report", "Alt+-", smaller),
    action("report.zoom-reset", "Report at 100 %", "Alt+0", value === 1 ? null : 1),
  ]);
  const percent = `${Math.round(value * 100)} %`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not fields of a form
    <div className={styles.zoom} role="group" aria-label="Zoom of the preview">
      <Button
        appearance="subtle"
        icon={<ZoomOutRegular />}
        aria-label="Smaller"
        title="Smaller (Alt+-)"
        disabled={disabled || smaller === null}
        onClick={() => go(smaller)}
      />
      <Button
        appearance="subtle"
        className={styles.value}
        aria-label={`Zoom ${percent}; set to 100 %`}
        title="Set to 100 % (Alt+0)"
        disabled={disabled}
        onClick={() => set(1)}
      >
        {percent}
      </Button>
      <Button
        appearance="subtle"
        icon={<ZoomInRegular />}
        aria-label="Larger"
        title="Larger (Alt+=)"
        disabled={disabled || larger === null}
        onClick={() => go(larger)}
      />
    </div>
  );
}
