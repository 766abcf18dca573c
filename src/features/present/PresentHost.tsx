/** The presentation, while there is one: over all of the window. */
import type { ReactNode } from "react";
import { usePresent } from "../../state/present/present.ts";
import { recordingKey } from "../../state/recordings/recording.ts";
import { LessonPresentation } from "./LessonPresentation.tsx";
import { LivePresentation } from "./LivePresentation.tsx";
import { RecordedPresentation } from "./RecordedPresentation.tsx";
import { StageFrame } from "./StageFrame.tsx";

export default function PresentHost(): ReactNode {
  const { subject, close } = usePresent();
  if (subject === null) return null;
  if ("lesson" in subject) {
    return (
      <StageFrame onLeave={close}>
        <LessonPresentation {...subject} />
      </StageFrame>
    );
  }
  const { recording, live } = subject;
  const key = recordingKey(recording);
  return (
    <StageFrame onLeave={close}>
      {live ? (
        <LivePresentation key={key} runId={recording.id} />
      ) : (
        <RecordedPresentation key={key} recording={recording} />
      )}
    </StageFrame>
  );
}
