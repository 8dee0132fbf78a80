import type { StateTable } from '@kartis/domain/states.ts'

const reachable = <S extends string>(table: StateTable<S>, start: S): Set<S> => {
  const seen = new Set<S>([start])
  // Values added to a Set while it is iterated are visited too, so that it serves as the queue.
  for (const state of seen) for (const next of table[state]) seen.add(next)
  return seen
}

/** What is wrong with a state table, as text for a test: unreachable states, unintended dead ends, final states that can be left. */
export const stateTableErrors = <S extends string>(table: StateTable<S>, start: S, ends: readonly S[]): string[] => {
  const states = Object.keys(table) as S[]
  const reached = reachable(table, start)
  return states.flatMap((state) => [
    ...(reached.has(state) ? [] : [`${state} cannot be reached from ${start}`]),
    ...(ends.includes(state) && table[state].length > 0 ? [`${state} is final but can be left`] : []),
    ...(!ends.includes(state) && table[state].length === 0 ? [`${state} cannot be left but is not final`] : []),
  ])
}
