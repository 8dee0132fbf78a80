/** The value that all have; undefined: they differ. */
export const same = <V>(values: readonly V[]): V | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined
