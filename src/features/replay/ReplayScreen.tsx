/** A recording, played back: whatever it was recorded from. */
import { Button, Spinner } from "@fluentui/react-components";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { recordingKey, useRecording } from "../../state/recordings/recording.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { RecordingView } from "./RecordingView.tsx";
import { ReplayEmpty } from "./ReplayEmpty.tsx";
import styles from "./ReplayScreen.module.css";

export default function ReplayScreen() {
  const shown = useNavigation((state) => state.replay);
  return shown === null ? <ReplayEmpty /> : <Replay key={recordingKey(shown)} recording={shown} />;
}

function Replay({ recording }: { readonly recording: RecordingRef }) {
  const state = useRecording(recording);
  const { timeline, overview, message } = state;
  if (timeline !== null && overview !== null) {
    return <RecordingView {...{ recording, state, timeline, overview }} />;
  }
  return message === null ? (
    <Spinner className={styles.loading ?? ""} label="Opening the recording" />
  ) : (
    <Unreadable message={message} />
  );
}

function Unreadable({ message }: { readonly message: string }) {
  const openScreen = useNavigation((state) => state.openScreen);
  return (
    <ErrorState
      title="This recording cannot be opened"
      message={message}
      actions={
        <>
          <Button onClick={() => openScreen("runs")}>Go to Runs</Button>
          <Button onClick={() => openScreen("open-log")}>Open a log</Button>
        </>
      }
    />
  );
}
