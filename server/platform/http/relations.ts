/** Reads one relation for all items at once: the fields that it adds to each, in the order of the items. */
export type RelationReader<T> = (items: readonly T[]) => Promise<readonly object[]>

/**
 * Items of a reply with the relations and counts that the request names (`with`, `with_count`, `append`). The contract has
 * refused unknown names; one without a reader is in every reply. The number of statements does not depend on that of items.
 */
export const withRelations = async <T extends object>(
  items: readonly T[],
  requested: readonly string[],
  readers: Readonly<Record<string, RelationReader<T>>>,
): Promise<T[]> => {
  const named = Object.entries(readers).filter(([name]) => requested.includes(name))
  if (items.length === 0 || named.length === 0) return [...items]
  const added = await Promise.all(named.map(([, read]) => read(items)))
  return items.map((item, index) => Object.assign({}, item, ...added.map((fields) => fields[index])) as T)
}

/** All that a request names of relations, counts and appended fields, for `withRelations`. */
export const namedIn = (
  query: Readonly<Partial<Record<'with' | 'with_count' | 'append', readonly string[] | undefined>>>,
): string[] => [query.with, query.with_count, query.append].flatMap((names) => names ?? [])

/** A reader of a relation to one other entity, found by its id among those that one statement read. */
export const relatedBy =
  <T, R extends { readonly uuid: string }>(
    name: string,
    idOf: (item: T) => string | null,
    read: (ids: readonly string[]) => Promise<readonly R[]>,
  ): RelationReader<T> =>
  async (items) => {
    const ids = [...new Set(items.flatMap((item) => idOf(item) ?? []))]
    const found = new Map((await read(ids)).map((row) => [row.uuid, row]))
    return items.map((item) => ({ [name]: found.get(idOf(item) ?? '') ?? null }))
  }
