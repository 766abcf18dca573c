/** What a side is to the others: all of them are compared with the first. */
export const sideRole = (place: number): "Base" | "New" => (place === 0 ? "Base" : "New");
