/**
 * Values cross the wire as they are: the codec keeps typed arrays, so their types must not turn into
 * what JSON would make of them. Router and client are both given this "transformer", which does
 * nothing but say so to the types.
 */
export const wireValues = {
  serialize: (value: unknown) => value,
  deserialize: (value: unknown) => value,
};
