/** What fills the window as a presentation, and how it is opened: by a button, F5, the palette or the menu. */
import { create } from "zustand";
import type { Lesson } from "../../../app/contract/lesson.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { useActions } from "../shell/actions.ts";

export type PresentSubject = PresentedRecording | PresentedLesson;

export interface PresentedLesson {
  /** Name of its file. */
  readonly id: string;
  readonly lesson: Lesson;
}

export interface PresentedRecording {
  readonly recording: RecordingRef;
  /** True for a run that Live shows as it comes; else it is shown as it was recorded. */
  readonly live: boolean;
}

interface PresentState {
  /** Null: nothing is presented. */
  readonly subject: PresentSubject | null;
  open(subject: PresentSubject): void;
  close(): void;
}

export const usePresent = create<PresentState>()((set) => ({
  subject: null,
  open: (subject) => set({ subject }),
  close: () => set({ subject: null }),
}));

/** On the screen that shows it; null: there is nothing to present now. Returns what its button does. */
export function usePresentAction(subject: PresentSubject | null): () => void {
  const open = usePresent((state) => state.open);
  const enabled = subject !== null;
  const run = (): void => {
    if (subject !== null) open(subject);
  };
  useActions([{ id: "view.present", title: "Present", group: "View", keys: "F5", enabled, run }]);
  return run;
}
