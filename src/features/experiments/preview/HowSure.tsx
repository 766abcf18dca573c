/** How much of what the result hangs on is only assumed, and a way to learn what that does to it. */
import { Button } from "@fluentui/react-components";
import { type ReactNode, useMemo, useState } from "react";
import { assumptionsOf } from "../../../../app/domain/assumptions/assumptions.ts";
import { bandPlan } from "../../../../app/domain/assumptions/band-points.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import { Panel } from "../../../components/ui/Panel.tsx";
import { startBand } from "../../../state/comparison/band.ts";
import { useConnection } from "../../../state/services/services.ts";
import { useDesigner } from "../designer-context.ts";
import styles from "./Preview.module.css";

/** `valid`: false while a value keeps the draft from running. */
export function HowSure({ valid }: { readonly valid: boolean }): ReactNode {
  const { draft } = useDesigner();
  const { scenario } = draft.present;
  const connected = useConnection() === "open";
  const [starting, setStarting] = useState(false);
  const assumed = useMemo(() => assumptionsOf(scenario), [scenario]);
  const runs = useMemo(() => {
    const plan = valid ? bandPlan(scenario) : null;
    return plan?.ok ? plan.value.request.points.length : null;
  }, [scenario, valid]);
  if (assumed.length === 0) return null;
  const start = async (): Promise<void> => {
    setStarting(true);
    await startBand(scenario);
    setStarting(false);
  };
  return (
    <Panel
      title="How sure?"
      aside={
        <Button
          size="small"
          appearance="subtle"
          disabled={!connected || runs === null || starting}
          onClick={() => void start()}
        >
          {starting ? "Starting…" : "Compute the band"}
        </Button>
      }
    >
      <p className={styles.told}>
        {`${countOf(assumed.length, "figure")} of its server and devices ${assumed.length === 1 ? "is" : "are"} assumed: no source gives ${assumed.length === 1 ? "it" : "them"}. The band says what the result is over all that they may be${runs === null ? "." : `, by ${countOf(runs, "run")}.`}`}
      </p>
    </Panel>
  );
}
