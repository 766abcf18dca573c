/** Charts go out by the window's dialogs, its clipboard and its palette; what fails is told. */
import { messageOf } from "../services/services.ts";
import { useActions } from "../shell/actions.ts";
import { notify } from "../shell/notifications.ts";
import { copyPicture, copyText } from "./clipboard.ts";
import { saveOrTell } from "./files.ts";

const notSaved = "The chart was not saved";

interface ChartFile {
  readonly fileName: string;
  readonly mediaType: string;
  make(): Uint8Array | Promise<Uint8Array>;
}

interface ChartAction {
  readonly id: string;
  readonly title: string;
  run(): void;
}

async function told(what: string, copy: () => Promise<boolean>): Promise<void> {
  const isCopied = await copy().catch(() => false);
  notify(
    isCopied
      ? { intent: "success", title: `${what} copied` }
      : { intent: "error", title: `${what} not copied`, body: "Save it as a file instead." },
  );
}

export const chartOutlet = {
  async save({ fileName, mediaType, make }: ChartFile): Promise<void> {
    try {
      await saveOrTell(notSaved, { fileName, mediaType, bytes: await make() });
    } catch (error) {
      notify({ intent: "error", title: notSaved, body: messageOf(error) });
    }
  },
  copyText: (what: string, make: () => string | Promise<string>): Promise<void> =>
    told(what, async () => copyText(await make())),
  copyPicture: (what: string, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<void> =>
    told(what, () => copyPicture(make())),
  useActions: (actions: readonly ChartAction[]): void =>
    useActions(actions.map((action) => ({ ...action, group: "File" as const }))),
};
