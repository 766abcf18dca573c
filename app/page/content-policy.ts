/**
 * What the page may load and do, in either host: its own files, and connections to its own services.
 * Nothing inline but the styles of the component library, which carry the response's nonce.
 */
export function contentPolicy(nonce: string, connections: readonly string[]): string {
  const rules: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:", "blob:"],
    // The preview of a report is a frame that carries its fonts in itself.
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", ...connections],
    "frame-src": ["'self'", "blob:"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(rules)
    .map(([rule, sources]) => `${rule} ${sources.join(" ")}`)
    .join("; ");
}
