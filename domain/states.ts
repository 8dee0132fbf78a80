/** State machines as tables: from each state, the states it may move to. */
export type StateTable<S extends string> = Readonly<Record<S, readonly S[]>>

const reachable = <S extends string>(table: StateTable<S>, start: S): Set<S> => {
  const seen = new Set<S>([start])
  // A Set takes additions while it is walked, which makes it the queue too.
  for (const state of seen) for (const next of table[state]) seen.add(next)
  return seen
}

/** What is wrong with a table, in words for a test's output: unreachable states, dead ends that were not meant, ends that are none. */
export const stateFaults = <S extends string>(table: StateTable<S>, start: S, ends: readonly S[]): string[] => {
  const states = Object.keys(table) as S[]
  const reached = reachable(table, start)
  return states.flatMap((state) => [
    ...(reached.has(state) ? [] : [`${state} cannot be reached from ${start}`]),
    ...(ends.includes(state) && table[state].length > 0 ? [`${state} is an end but can be left`] : []),
    ...(!ends.includes(state) && table[state].length === 0 ? [`${state} cannot be left but is no end`] : []),
  ])
}
