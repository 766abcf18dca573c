/** A recorded run or a capture of real logs, played back: the same player for both. */
import { Button, Spinner } from "@fluentui/react-components";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { useNavigation } from "../../state/navigation.ts";
import { useOpenedCapture } from "../../state/opened-capture.ts";
import { useRecordedRun } from "../../state/recorded-run.ts";
import { CaptureView } from "./CaptureView.tsx";
import { ReplayEmpty } from "./ReplayEmpty.tsx";
import styles from "./ReplayScreen.module.css";
import { ReplayView } from "./ReplayView.tsx";

export default function ReplayScreen() {
  const source = useNavigation((state) => state.replay);
  if (source === null) return <ReplayEmpty />;
  return source.kind === "run" ? (
    <RunReplay key={source.runId} runId={source.runId} />
  ) : (
    <CaptureReplay key={source.captureId} captureId={source.captureId} />
  );
}

function RunReplay({ runId }: { readonly runId: string }) {
  const { status, timeline, recorded, message } = useRecordedRun(runId);
  if (status === "failed") return <Unreadable what="run" message={message} />;
  if (timeline === null || recorded === null) return <Loading what="the run" />;
  return <ReplayView playerKey={`run:${runId}`} timeline={timeline} recorded={recorded} />;
}

function CaptureReplay({ captureId }: { readonly captureId: string }) {
  const opened = useOpenedCapture(captureId);
  const { timeline, overview, message } = opened;
  if (timeline !== null && overview !== null) {
    return (
      <CaptureView captureId={captureId} opened={opened} timeline={timeline} overview={overview} />
    );
  }
  return message === null ? (
    <Loading what="the log" />
  ) : (
    <Unreadable what="log" message={message} />
  );
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
