import type { Numbering } from '../model/document.ts'
import type { Block } from '../commands/block.ts'
import { type BlockText, MOST, PATTERNS, SENTENCES } from './sentence-patterns.ts'

/** A stretch of the text. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly state: 'understood' | 'unclear'
}

/** Of a sentence that is read: the patterns try many ways, which must stay few. */
const MAX_CHARS = 300

const ARABIC_DIGITS = /[٠-٩]/g
const digitOf = (digit: string): string => String(digit.charCodeAt(0) - 0x0660)

const SEPARATOR = /[\s,;.،·:|-]/u

/** Separators and joining words between the parts of a sentence. */
const BETWEEN = /^(?:[\s,;.،·:|]|-(?!\d)|(?:ו|and|with|עם|و|مع|של)(?=\s|$))+/u

const unclearIn = (text: string, from: number, to: number): Stretch[] => {
  const part = text.slice(from, to)
  const start = from + (BETWEEN.exec(part)?.[0].length ?? 0)
  let end = to
  while (end > start && SEPARATOR.test(text.charAt(end - 1))) end -= 1
  return end > start ? [{ from: start, to: end, state: 'unclear' }] : []
}

/**
 * Reads "12 rows × 20, aisle after 10, letters, from the right" in Hebrew, English and Arabic, in any order. The stretches
 * cover what was understood and what was not.
 */
export const readSentence = (text: string): { readonly block: BlockText; readonly stretches: readonly Stretch[] } => {
  const plain = text.slice(0, MAX_CHARS).replaceAll(ARABIC_DIGITS, digitOf).replaceAll('\u00A0', ' ')
  let block: BlockText = {}
  const understood: Stretch[] = []
  for (const { pattern, read } of PATTERNS) {
    for (const match of plain.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (understood.some((other) => from < other.to && to > other.from)) continue
      const found = read(match)
      if (!found) continue
      understood.push({ from, to, state: 'understood' })
      // What is said first counts.
      block = { ...found, ...block }
    }
  }
  understood.sort((a, b) => a.from - b.from)
  const unclear = [0, ...understood.map(({ to }) => to)].flatMap((from, index) =>
    unclearIn(plain, from, understood[index]?.from ?? plain.length),
  )
  return { block, stretches: [...understood, ...unclear].sort((a, b) => a.from - b.from) }
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The block as the sentence changes it. */
export const blockFrom = (before: Block, text: BlockText): Block => {
  const rows = within(text.rows ?? before.counts.length, 1, MOST.rows)
  const counts = countsOf(before.counts, rows, text.seats)
  const shortest = Math.min(...counts)
  const aisles = text.aisles === 'middle' ? [Math.floor(shortest / 2)] : (text.aisles ?? before.aisles)
  return {
    ...before,
    counts,
    aisles: [...new Set(aisles)].filter((after) => after >= 1 && after < Math.max(...counts)).sort((a, b) => a - b),
    aisleWidth: within(text.aisleWidth ?? before.aisleWidth, 0, 2000),
    gap: within(text.gap ?? before.gap, 30, 500),
    depth: within(text.depth ?? before.depth, 40, 500),
    radius:
      text.radius === undefined ? before.radius : text.radius === null ? undefined : within(text.radius, 300, 50_000),
    rowLabels: text.rowScheme ? { first: 1, ...before.rowLabels, scheme: text.rowScheme } : before.rowLabels,
  }
}

/** Places of each row: as before, with the last row's number for new ones, or evenly from the front to the back. */
const countsOf = (before: readonly number[], rows: number, seats: BlockText['seats']): number[] =>
  Array.from({ length: rows }, (_, index) => {
    if (!seats) return before[index] ?? before.at(-1) ?? 1
    const share = rows === 1 ? 0 : index / (rows - 1)
    return within(Math.round(seats[0] + (seats[1] - seats[0]) * share), 1, MOST.seats)
  })

/** What a sentence says about numbers of places. */
export const numberingFrom = ({ from, seatScheme }: BlockText): Partial<Numbering> => ({
  ...(from && { from }),
  ...(seatScheme && { scheme: seatScheme }),
})

/** The sentence of a block, which `readSentence` understands. */
export const sentenceOf = (block: Block, numbering: Numbering, lang: 'he' | 'en' | 'ar'): string => {
  const texts = SENTENCES[lang]
  const [front = 0, back = front] = [block.counts[0], block.counts.at(-1)]
  return [
    texts.rows(block.counts.length, front === back ? String(front) : `${front}–${back}`),
    ...(block.aisles.length > 0 ? [texts.aisles(block.aisles)] : []),
    ...(block.radius === undefined ? [] : [texts.radius(Math.round(block.radius / 10) / 10)]),
    ...(block.rowLabels ? [texts.schemes[block.rowLabels.scheme]] : []),
    ...(numbering.scheme === 'odd_even' || numbering.scheme === 'odd' || numbering.scheme === 'even'
      ? [texts.parity[numbering.scheme]]
      : []),
    texts.from[numbering.from],
  ].join(texts.separator)
}
