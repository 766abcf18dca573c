/** Nothing is open: a recorded run, a log, or the sample. */
import { Button } from "@fluentui/react-components";
import { DocumentSearchRegular, FolderOpenRegular, HistoryRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { EmptyState } from "../../components/ui/StateMessage.tsx";
import { useLibrary } from "../../state/library.ts";
import { useNavigation } from "../../state/navigation.ts";
import { notify } from "../../state/notifications.ts";
import { messageOf, services } from "../../state/services.ts";

export function ReplayEmpty() {
  const openScreen = useNavigation((state) => state.openScreen);
  const openReplay = useNavigation((state) => state.openReplay);
  const last = useLibrary(({ entries }) => entries.find(({ status }) => status !== "running"));
  const sample = useSample();
  return (
    <EmptyState
      icon={<HistoryRegular fontSize={32} />}
      title="Nothing is open for replay"
      actions={
        <>
          {last !== undefined && (
            <Button
              appearance="primary"
              icon={<HistoryRegular />}
              onClick={() => openReplay({ kind: "run", runId: last.id })}
            >
              Replay the last run
            </Button>
          )}
          <Button
            appearance={last === undefined ? "primary" : "secondary"}
            icon={<DocumentSearchRegular />}
            disabled={sample.opening}
            onClick={sample.open}
          >
            Open the sample log
          </Button>
          <Button icon={<FolderOpenRegular />} onClick={() => openScreen("open-log")}>
            Open a log…
          </Button>
        </>
      }
    >
      Open a recorded run, or an ERRORLOG of a SQL Server. The sample is the log of the SQLCAT white
      paper: a snapshot of a 1 TB database, created in 29 minutes.
    </EmptyState>
  );
}

function useSample() {
  const openReplay = useNavigation((state) => state.openReplay);
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    const title = "The sample log was not opened";
    try {
      const log = await services().logs.openSample.mutate();
      if (log.ok) openReplay({ kind: "log", logId: log.value.id });
      else notify({ intent: "error", title, body: log.error.message });
    } catch (error) {
      notify({ intent: "error", title, body: messageOf(error) });
    } finally {
      setOpening(false);
    }
  };
  return { opening, open: () => void open() };
}
