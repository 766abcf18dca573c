/** Nothing is running: where to start something, and the last run. */
import { Button } from "@fluentui/react-components";
import { BeakerRegular, HistoryRegular, PulseRegular } from "@fluentui/react-icons";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { EmptyState } from "../../components/ui/StateMessage.tsx";
import { useNavigation } from "../../state/shell/navigation.ts";

export function LiveEmpty({ last }: { readonly last: RunEntry | null }) {
  const openScreen = useNavigation((state) => state.openScreen);
  const openReplay = useNavigation((state) => state.openReplay);
  return (
    <EmptyState
      icon={<PulseRegular fontSize={32} />}
      title="Nothing is running"
      actions={
        <>
          <Button
            appearance="primary"
            icon={<BeakerRegular />}
            onClick={() => openScreen("experiments")}
          >
            Choose an experiment
          </Button>
          {last !== null && (
            <Button
              icon={<HistoryRegular />}
              onClick={() => openReplay({ kind: "run", id: last.id })}
            >
              Replay the last run
            </Button>
          )}
        </>
      }
    >
      Start an experiment, and its counters, phases and ERRORLOG appear here while it runs. You can
      steer it: create and drop snapshots, change the number of users, pause, or step from phase to
      phase.
      {last !== null && ` The last run was “${last.name}”.`}
    </EmptyState>
  );
}
