/** Opening files on this screen: from the dialog, the clipboard, or the sample. */
import { useState } from "react";
import { type OpenableFile, openableText, pickFiles } from "../../state/files/files.ts";
import {
  dismissProblems,
  type OpeningProgress,
  openFiles,
  useOpening,
} from "../../state/files/open-files.ts";
import { openSample } from "../../state/recordings/captures.ts";
import { useConnection } from "../../state/services/services.ts";

export interface LogOpening {
  /** Whether anything can be opened now. */
  readonly ready: boolean;
  /** Files that are on their way, wherever they were dropped. */
  readonly current: OpeningProgress | null;
  /** Why files could not be opened, one sentence each. */
  readonly problems: readonly string[];
  pick(): void;
  openSample(): void;
  open(files: readonly OpenableFile[]): void;
  openText(text: string): void;
  dismiss(): void;
}

export function useLogOpening(): LogOpening {
  const connected = useConnection() === "open";
  const { current, problems } = useOpening();
  const [openingSample, setOpeningSample] = useState(false);
  const sample = async (): Promise<void> => {
    setOpeningSample(true);
    await openSample();
    setOpeningSample(false);
  };
  return {
    ready: connected && current === null && !openingSample,
    current,
    problems,
    pick: () => void pickFiles("log").then(openFiles),
    openSample: () => void sample(),
    open: (files) => void openFiles(files),
    openText: (text) => void openFiles([openableText(text)]),
    dismiss: dismissProblems,
  };
}
