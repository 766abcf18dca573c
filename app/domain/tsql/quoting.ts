/** Names and strings as T-SQL takes them, whatever characters they hold. */

/** `[sales]`; a bracket that closes is doubled. */
export const quoted = (name: string): string => `[${name.replaceAll("]", "]]")}]`;

/** `N'sales'`; a quote is doubled. */
export const stringOf = (text: string): string => `N'${text.replaceAll("'", "''")}'`;
