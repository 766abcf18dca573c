/** An entry of the glossary: what the interface says when somebody asks what a name means. */
export interface Term {
  /** What a heading or a lane shows. */
  readonly title: string;
  /** Unit of its values as they are measured; null where it has none. */
  readonly unit: string | null;
  readonly what: string;
  /** What a high value, or the presence of the thing, tells in an experiment with snapshots. */
  readonly reading: string;
}
