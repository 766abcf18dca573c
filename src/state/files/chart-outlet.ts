/** Charts go out by the window's dialogs, its clipboard and its palette; what fails is told. */
import type { ChartOutlet } from "../../../app/contract/chart-outlet.ts";
import { messageOf } from "../services/services.ts";
import { useActions } from "../shell/actions.ts";
import { notify } from "../shell/notifications.ts";
import { copyPicture, copyText } from "./clipboard.ts";
import { saveOrTell } from "./files.ts";

const notSaved = "The chart was not saved";

async function told(what: string, copy: () => Promise<boolean>): Promise<void> {
  const isCopied = await copy().catch(() => false);
  notify(
    isCopied
      ? { intent: "success", title: `${what} copied` }
      : { intent: "error", title: `${what} not copied`, body: "Save it as a file instead." },
  );
}

export const chartOutlet: ChartOutlet = {
  async save({ fileName, mediaType, make }) {
    try {
      await saveOrTell(notSaved, { fileName, mediaType, bytes: await make() });
    } catch (error) {
      notify({ intent: "error", title: notSaved, body: messageOf(error) });
    }
  },
  copyText: (what, make) => told(what, async () => copyText(await make())),
  copyPicture: (what, make) => told(what, () => copyPicture(make())),
  useActions: (actions) =>
    useActions(actions.map((action) => ({ ...action, group: "File" as const }))),
};
