/** Nothing is open: a recorded run, a log, or the sample. */
import { Button } from "@fluentui/react-components";
import { DocumentSearchRegular, FolderOpenRegular, HistoryRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { EmptyState } from "../../components/ui/StateMessage.tsx";
import { useLibrary } from "../../state/library/library.ts";
import { openSample } from "../../state/recordings/captures.ts";
import { useNavigation } from "../../state/shell/navigation.ts";

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
              onClick={() => openReplay({ kind: "run", id: last.id })}
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
      Open a recorded run, or logs and counters of a SQL Server. The sample is the log of the SQLCAT
      white paper: a snapshot of a 1 TB database, created in 29 minutes.
    </EmptyState>
  );
}

function useSample() {
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    await openSample();
    setOpening(false);
  };
  return { opening, open: () => void open() };
}
