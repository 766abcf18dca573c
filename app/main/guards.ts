/**
 * What no page of this application may do, whatever it contains: leave its origin, open windows,
 * embed web views, get permissions, download, or be somebody else to the bridge.
 */
import { app, type IpcMainEvent, type IpcMainInvokeEvent, type Session } from "electron";
import { pageOrigin, pageUrl } from "./page-scheme.ts";

/** Holds for every page that will ever exist in this process. */
export function guardAllPages(): void {
  app.on("web-contents-created", (_created, contents) => {
    // Our page may load itself anew, as its error message offers; it goes nowhere else.
    const reloads = (url: string) => url === pageUrl && contents.getURL() === pageUrl;
    contents.on("will-navigate", (event) => {
      if (!reloads(event.url)) event.preventDefault();
    });
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-frame-navigate", (event) => {
      // The preview of a report is a frame of the page's own making.
      const allowed = event.isMainFrame ? reloads(event.url) : /^(about|blob):/.test(event.url);
      if (!allowed) event.preventDefault();
    });
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: "deny" }));
  });
}

/** The one permission: to copy, which the page asks for only on a user's click. */
const allowed: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(allowed.has(permission)),
  );
  session.setPermissionCheckHandler((_contents, permission) => allowed.has(permission));
  session.setDevicePermissionHandler(() => false);
  // Files are saved by a dialog of the bridge.
  session.on("will-download", (event) => event.preventDefault());
  blockNetwork(session, (url) => url.startsWith(pageUrl));
}

/**
 * Nothing this application shows comes from a network; what asks for one is refused. Electron's spelling
 * checker downloads dictionaries half a minute after a session has begun, past the session's handlers and
 * although no window checks spelling: it must have no language.
 */
export function blockNetwork(session: Session, isOwn: (url: string) => boolean): void {
  session.setSpellCheckerLanguages([]);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !isOwn(url) && !/^(data|blob|devtools):/.test(url) });
  });
}

/** Whether a message comes from our page's own top frame. */
export function isFromPage({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && senderFrame.origin === pageOrigin;
}
