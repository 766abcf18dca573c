/** A name that every file system takes, from what a person called something; without an extension. */
export function plainFileName(name: string, otherwise: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return plain === "" ? otherwise : plain;
}
