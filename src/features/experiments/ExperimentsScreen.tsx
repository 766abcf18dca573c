/** Experiments: choose a preset, change what matters, see what it will take, run it. */
import {
  Button,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Spinner,
} from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect, useState } from "react";
import { resetAll } from "../../../app/domain/scenario-form/draft.ts";
import { useSize } from "../../components/player/use-size.ts";
import { ErrorBoundary } from "../../components/ui/ErrorBoundary.tsx";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { editDraft, takePresets, useDrafts } from "../../state/experiments/drafts.ts";
import { usePresets } from "../../state/experiments/presets.ts";
import { Designer } from "./Designer.tsx";
import styles from "./ExperimentsScreen.module.css";
import { PresetList, type PresetListProps } from "./PresetList.tsx";

/** A narrower screen has no room for a third column: the list opens over it. */
const leastWidthOfThree = 1100;

export default function ExperimentsScreen(): ReactNode {
  const { status, message, presets, again } = usePresets();
  const { experiments, selectedId } = useDrafts();
  const [screen, { width }] = useSize<HTMLDivElement>();
  useEffect(() => {
    if (status === "ready") takePresets(presets);
  }, [status, presets]);
  const experiment = selectedId === null ? undefined : experiments.get(selectedId);
  const isNarrow = width > 0 && width < leastWidthOfThree;
  if (status === "failed") {
    return (
      <ErrorState
        title="The presets cannot be listed"
        message={message ?? "The services did not say why."}
        actions={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  const preset = presets.find(({ name }) => name === experiment?.preset) ?? null;
  const list = { presets, experiments, selectedId };
  return (
    <div ref={screen} className={styles.screen}>
      {experiment === undefined ? (
        <div className={styles.loading}>
          <Spinner label="Reading the presets" />
        </div>
      ) : (
        <div className={isNarrow ? styles.twoColumns : styles.threeColumns}>
          <div className={styles.list}>
            {isNarrow ? <ListOnDemand {...list} /> : <PresetList {...list} />}
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
      )}
    </div>
  );
}

/** Behind a button, in the corner over the form. */
function ListOnDemand(props: Omit<PresetListProps, "onChosen">): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={(_, data) => setOpen(data.open)}
      positioning="below-start"
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button icon={<ChevronDownRegular />} iconPosition="after">
          Presets
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="Presets">
        <PresetList {...props} onChosen={() => setOpen(false)} />
      </PopoverSurface>
    </Popover>
  );
}
