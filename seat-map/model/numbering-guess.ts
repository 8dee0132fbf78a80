import { type Numbering, SCHEMES } from './document.ts'
import { rowLabels } from './numbering.ts'

/** A numbering, and the positions (from 0) whose labels it does not give. */
export interface GuessedNumbering {
  readonly numbering: Partial<Numbering>
  readonly others: readonly number[]
}

const lowestNumber = (labels: readonly string[]): number => {
  const numbers = labels.filter((label) => /^\d{1,4}$/.test(label)).map(Number)
  return numbers.length > 0 ? Math.min(...numbers) : 1
}

/**
 * The numbering that gives the labels of an imported row, or most of them. `breaks` and `lastIsRight` as in `rowLabels`. A
 * rule instead of a list: the producer can renumber the row later, and the document stays small.
 */
export const guessNumbering = (
  labels: readonly string[],
  breaks: readonly number[],
  lastIsRight: boolean,
): GuessedNumbering => {
  const lowest = lowestNumber(labels)
  let best: GuessedNumbering | undefined
  for (const scheme of SCHEMES)
    for (const from of ['right', 'left', 'middle'] as const) {
      const isLetters = scheme === 'א' || scheme === 'אב' || scheme === 'A'
      const numbering: Numbering = { scheme, from, first: isLetters ? 1 : lowest, step: 1, skip: [] }
      const guessed = rowLabels(numbering, labels.length, breaks, lastIsRight)
      const others = [...labels.keys()].filter((position) => labels[position] !== guessed[position])
      if (!best || others.length < best.others.length) best = { numbering, others }
      if (others.length === 0) return { numbering, others }
    }
  return best ?? { numbering: {}, others: [...labels.keys()] }
}
