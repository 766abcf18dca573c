/**
 * The scheme under which the window loads its page: `snapscope://app/`, an origin of its own, unlike
 * file://. It hands out the built UI and nothing else of the disk.
 */
import { protocol, type Session } from "electron";
import { BuiltPage } from "../page/built-page.ts";

const scheme = "snapscope";
const host = "app";
export const pageOrigin = `${scheme}://${host}`;
export const pageUrl = `${pageOrigin}/`;

/** Must happen before Electron is ready. */
export function registerPageScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

export function servePage(session: Session, folder: string): void {
  const page = new BuiltPage(folder);
  session.protocol.handle(scheme, async ({ url, method }) => {
    const asked = URL.parse(url);
    if (asked?.host !== host || method !== "GET") return new Response(null, { status: 404 });
    const { status, headers, body } = await page.respond(asked.pathname);
    return new Response(body, { status, headers });
  });
}
