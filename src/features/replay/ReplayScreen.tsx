/** A recorded run or an opened log, played back: the same player for both. */
import { Button, Spinner } from "@fluentui/react-components";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { useNavigation } from "../../state/navigation.ts";
import { useOpenedLog } from "../../state/opened-log.ts";
import { useRecordedRun } from "../../state/recorded-run.ts";
import { ReplayEmpty } from "./ReplayEmpty.tsx";
import styles from "./ReplayScreen.module.css";
import { ReplayView } from "./ReplayView.tsx";

export default function ReplayScreen() {
  const source = useNavigation((state) => state.replay);
  if (source === null) return <ReplayEmpty />;
  return source.kind === "run" ? (
    <RunReplay key={source.runId} runId={source.runId} />
  ) : (
    <LogReplay key={source.logId} logId={source.logId} />
  );
}

function RunReplay({ runId }: { readonly runId: string }) {
  const { status, timeline, recorded, message } = useRecordedRun(runId);
  if (status === "failed") return <Unreadable what="run" message={message} />;
  if (timeline === null || recorded === null) return <Loading what="the run" />;
  return (
    <ReplayView playerKey={`run:${runId}`} timeline={timeline} recorded={recorded} log={null} />
  );
}

function LogReplay({ logId }: { readonly logId: string }) {
  const { status, timeline, log, message } = useOpenedLog(logId);
  if (status === "failed") return <Unreadable what="log" message={message} />;
  if (timeline === null || log === null) return <Loading what="the log" />;
  return <ReplayView playerKey={`log:${logId}`} timeline={timeline} recorded={null} log={log} />;
}

const Loading = ({ what }: { readonly what: string }) => (
  <Spinner className={styles.loading ?? ""} label={`Opening ${what}`} />
);

interface UnreadableProps {
  readonly what: "run" | "log";
  readonly message: string | null;
}

function Unreadable({ what, message }: UnreadableProps) {
  const openScreen = useNavigation((state) => state.openScreen);
  const back = what === "run" ? "runs" : "open-log";
  return (
    <ErrorState
      title={`This ${what} cannot be opened`}
      message={message ?? "The services of Snapscope gave no reason."}
      actions={
        <Button onClick={() => openScreen(back)}>
          {what === "run" ? "Go to Runs" : "Open a log"}
        </Button>
      }
    />
  );
}
