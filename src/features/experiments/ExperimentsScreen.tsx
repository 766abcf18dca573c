/** Experiments: choose a preset, change what matters, see what it will take, run it. */
import { Button, Spinner } from "@fluentui/react-components";
import { type ReactNode, useEffect } from "react";
import { resetAll } from "../../../app/domain/scenario-form/draft.ts";
import { ErrorBoundary } from "../../components/ui/ErrorBoundary.tsx";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { editDraft, takePresets, useDrafts } from "../../state/experiments/drafts.ts";
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
        <ErrorBoundary
          key={experiment.id}
          what={`‘${experiment.draft.base.name}’`}
          discard={{
            label: "Discard this draft",
            act: () => editDraft(experiment.id, resetAll),
          }}
        >
          <Designer experiment={experiment} preset={preset} />
        </ErrorBoundary>
      </div>
    </div>
  );
}
