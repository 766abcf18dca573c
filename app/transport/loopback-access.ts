/**
 * What a page and the loopback server agree on: where connections go, and how a page shows that it has
 * the server's token. The token stands in the fragment of the address that the user opens, which no
 * request carries. With a connection it goes as a subprotocol: before the connection exists, so that a
 * stranger is refused at the handshake and never heard, and in no address, which servers, proxies and
 * histories keep.
 */

/** Where RPC connections go. */
export const rpcPath = "/rpc";

/** Answers whether a token is the server's: a page is not told why its connection was refused. */
export const accessPath = "/access";

/** 128 bits at six a character are 22; fewer than this can be guessed. Each may stand in a header. */
export const tokenPattern = /^[\w.~-]{16,}$/;
export const tokenRule = "at least 16 letters, digits, or . _ ~ -";

const fragmentKey = "token";

export const fragmentOf = (token: string): string => `#${fragmentKey}=${token}`;

/** Null when the fragment holds none. */
export const tokenOfFragment = (fragment: string): string | null =>
  new URLSearchParams(fragment.replace(/^#/, "")).get(fragmentKey);

/** The protocol that the server agrees to; the other one, with the token, is never repeated. */
export const rpcProtocol = "snapscope-rpc";
const tokenPrefix = "snapscope-token.";

export const protocolsOf = (token: string | null): string[] =>
  token === null ? [rpcProtocol] : [rpcProtocol, `${tokenPrefix}${token}`];

/** The token in the header by which a connection offers its protocols. */
export function tokenOfProtocols(header: string | undefined): string | null {
  const offered = (header ?? "").split(",").map((protocol) => protocol.trim());
  const token = offered.find((protocol) => protocol.startsWith(tokenPrefix));
  return token?.slice(tokenPrefix.length) ?? null;
}

const scheme = "Bearer ";

export const authorizationOf = (token: string): string => `${scheme}${token}`;

export const tokenOfAuthorization = (header: string | undefined): string | null =>
  header?.startsWith(scheme) ? header.slice(scheme.length) : null;
