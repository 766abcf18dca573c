/**
 * The report for a frame of this page. A frame made from text inherits the page's policy, which allows
 * style sheets by nonce only; the exported file has no such page around it, and no nonce.
 */
export const noncedReport = (html: string, nonce: string): string =>
  nonce === "" ? html : html.replaceAll(/<style(?=[\s>])/g, `<style nonce="${nonce}"`);

/** A browser hides the attribute from scripts, and keeps the property. */
export function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? "";
}
