/** How much of what the result hangs on is only assumed, a way to learn what that does to it, and what checked it. */
import { Button, Link } from "@fluentui/react-components";
import { type ReactNode, useMemo, useState } from "react";
import { assumptionsOf } from "../../../../app/domain/assumptions/assumptions.ts";
import { bandPlan } from "../../../../app/domain/assumptions/band-points.ts";
import {
  creationCheckFigure,
  creationCheckText,
  predictsCreation,
} from "../../../../app/domain/figures/creation-check.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import { Panel } from "../../../components/ui/Panel.tsx";
import { startBand } from "../../../state/comparison/band.ts";
import { useConnection } from "../../../state/services/services.ts";
import { useNavigation } from "../../../state/shell/navigation.ts";
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
  const isChecked = predictsCreation(scenario);
  if (assumed.length === 0 && !isChecked) return null;
  const start = async (): Promise<void> => {
    setStarting(true);
    await startBand(scenario);
    setStarting(false);
  };
  return (
    <Panel
      title="How sure?"
      aside={
        assumed.length === 0 ? null : (
          <Button
            size="small"
            appearance="subtle"
            disabled={!connected || runs === null || starting}
            onClick={() => void start()}
          >
            {starting ? "Starting…" : "Compute the band"}
          </Button>
        )
      }
    >
      {assumed.length > 0 && (
        <p className={styles.told}>
          {`${countOf(assumed.length, "hardware value")} ${assumed.length === 1 ? "is an estimate" : "are estimates"}: no source gives ${assumed.length === 1 ? "it" : "them"}. ${runs === null ? "Further runs" : countOf(runs, "run")} show how far the result could move.`}
        </p>
      )}
      {isChecked && <CreationCheck />}
    </Panel>
  );
}

/** What is known of how true the time of a creation is, with the figure that has its runs. */
function CreationCheck(): ReactNode {
  const openFigure = useNavigation((state) => state.openFigure);
  return (
    <p className={styles.told}>
      {`${withUnitsKept(creationCheckText())} `}
      <Link as="button" inline onClick={() => openFigure(creationCheckFigure)}>
        Show the figure
      </Link>
    </p>
  );
}
