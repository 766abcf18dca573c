/** Experiments: choose a preset, change what matters, see what it will take, run it. */
import { Button, Spinner } from "@fluentui/react-components";
import { type ReactNode, useEffect } from "react";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { takePresets, useDrafts } from "../../state/experiments/drafts.ts";
import { usePresets } from "../../state/experiments/presets.ts";
import { Designer } from "./Designer.tsx";
import styles from "./ExperimentsScreen.module.css";
import { PresetList } from "./PresetList.tsx";

export default function ExperimentsScreen(): ReactNode {
  const { status, message, presets, again } = usePresets();
  const { experiments, selectedId } = useDrafts();
  useEffect(() => {
    if (status === "ready") takePresets(presets);
  }, [status, presets]);
  const experiment = selectedId === null ? undefined : experiments.get(selectedId);
  if (status === "failed") {
    return (
      <ErrorState
        title="The presets cannot be listed"
        message={message ?? "The services did not say why."}
        actions={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  if (experiment === undefined) {
    return (
      <div className={styles.loading}>
        <Spinner label="Reading the presets" />
      </div>
    );
  }
  const preset = presets.find(({ name }) => name === experiment.preset) ?? null;
  return (
    <div className={styles.screen}>
      <div className={styles.columns}>
        <div className={styles.list}>
          <PresetList presets={presets} experiments={experiments} selectedId={selectedId} />
        </div>
        {/* The list stays when another is chosen from it, and the focus with it. */}
        <Designer key={experiment.id} experiment={experiment} preset={preset} />
      </div>
    </div>
  );
}
