/** Opening logs: from the dialog, the clipboard, or the sample; what fails is told where it was asked. */
import { useState } from "react";
import type { PickedFile } from "../../../app/contract/rpc/host-bridge.ts";
import { pickFiles } from "../../state/files.ts";
import { useNavigation } from "../../state/navigation.ts";
import { openFiles } from "../../state/open-files.ts";
import { openSampleLog } from "../../state/runs.ts";
import { messageOf, useConnection } from "../../state/services.ts";

export interface LogOpening {
  /** Whether anything can be opened now. */
  readonly ready: boolean;
  readonly busy: boolean;
  /** Why files could not be opened, one sentence each. */
  readonly problems: readonly string[];
  pick(): void;
  openSample(): void;
  open(files: readonly PickedFile[]): void;
  openText(text: string): void;
  dismiss(): void;
}

export const pastedName = "Pasted log.txt";

export function useLogOpening(): LogOpening {
  const connected = useConnection() === "open";
  const openReplay = useNavigation((state) => state.openReplay);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const during = async (work: () => Promise<readonly string[]>): Promise<void> => {
    setBusy(true);
    setProblems([]);
    try {
      setProblems(await work());
    } catch (error) {
      setProblems([messageOf(error)]);
    } finally {
      setBusy(false);
    }
  };
  const opened = async (files: readonly PickedFile[]): Promise<readonly string[]> =>
    files.length === 0 ? [] : (await openFiles(files, { quiet: true })).problems;
  const sample = async (): Promise<readonly string[]> => {
    const logId = await openSampleLog();
    if (logId !== null) openReplay({ kind: "log", logId });
    return [];
  };
  return {
    ready: connected && !busy,
    busy,
    problems,
    pick: () => void during(async () => opened(await pickFiles("log"))),
    openSample: () => void during(sample),
    open: (files) => void during(() => opened(files)),
    openText: (text) =>
      void during(() => opened([{ name: pastedName, bytes: new TextEncoder().encode(text) }])),
    dismiss: () => setProblems([]),
  };
}
