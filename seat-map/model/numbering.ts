import { ALPHABET, hebrewNumeral } from '@kartis/domain/row-label.ts'
import type { Numbering } from './document.ts'

const LATIN = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Letters as in columns of a spreadsheet: A … Z, AA, AB. */
const alphabetic = (letters: readonly string[], number: number): string => {
  let text = ''
  for (let left = number; left > 0; left = Math.floor((left - 1) / letters.length))
    text = (letters[(left - 1) % letters.length] ?? '') + text
  return text
}

type Scheme = Numbering['scheme']

/** The label of a number. Letters begin with 1; for a number below it the digits are written. */
export const labelOf = (scheme: Scheme, number: number): string => {
  if (number >= 1 && scheme === 'א') return hebrewNumeral(number)
  if (number >= 1 && scheme === 'אב') return alphabetic(ALPHABET, number)
  if (number >= 1 && scheme === 'A') return alphabetic(LATIN, number)
  return String(number)
}

/** The first number of a scheme at or above `first`, and the step to the next. */
const progression = ({ scheme, first, step }: Numbering, parity?: 0 | 1): { start: number; step: number } => {
  const wantsParity = parity ?? (scheme === 'odd' ? 1 : scheme === 'even' ? 0 : undefined)
  if (wantsParity === undefined) return { start: first, step }
  return { start: first % 2 === wantsParity ? first : first + 1, step: step * 2 }
}

/** The first `count` labels that are not skipped. */
const sequence = (numbering: Numbering, count: number, parity?: 0 | 1): string[] => {
  const skipped = new Set(numbering.skip)
  const { start, step } = progression(numbering, parity)
  const labels: string[] = []
  for (let number = start; labels.length < count; number += step) {
    const label = labelOf(numbering.scheme, number)
    if (!skipped.has(label)) labels.push(label)
  }
  return labels
}

/** How many places stand left of the middle: the aisle that lies in the middle third, or half of the places. */
const leftOfMiddle = (count: number, breaks: readonly number[]): number => {
  const aisles = breaks.filter((after) => after >= count / 3 && after <= (count * 2) / 3)
  const nearest = aisles.sort((a, b) => Math.abs(a - count / 2) - Math.abs(b - count / 2))[0]
  return nearest ?? Math.floor(count / 2)
}

/** Positions from the left, in the order in which they are counted from the middle: right, left, right … */
const fromMiddle = (count: number, left: number): number[] => {
  const order: number[] = []
  for (let distance = 0; order.length < count; distance++) {
    if (left + distance < count) order.push(left + distance)
    if (left - 1 - distance >= 0) order.push(left - 1 - distance)
  }
  return order
}

/**
 * The labels of `count` places from the audience's left to its right. `breaks`: positions from the left, from 1, that have
 * an aisle behind them; the halves of a row part there.
 */
const labelsFromLeft = (numbering: Numbering, count: number, breaks: readonly number[]): string[] => {
  const labels: string[] = Array.from({ length: count }, () => '')
  const assign = (order: readonly number[], texts: readonly string[]): void =>
    order.forEach((position, index) => {
      labels[position] = texts[index] ?? ''
    })
  if (numbering.scheme === 'odd_even') {
    const left = leftOfMiddle(count, breaks)
    const right = Array.from({ length: count - left }, (_, index) => left + index)
    const leftwards = Array.from({ length: left }, (_, index) => left - 1 - index)
    const [odd, even] = numbering.from === 'left' ? [leftwards, right] : [right, leftwards]
    assign(odd, sequence(numbering, odd.length, 1))
    assign(even, sequence(numbering, even.length, 0))
    return labels
  }
  const texts = sequence(numbering, count)
  if (numbering.from === 'middle') assign(fromMiddle(count, leftOfMiddle(count, breaks)), texts)
  else if (numbering.from === 'left') return texts
  else return texts.reverse()
  return labels
}

/**
 * The labels of a row in the order in which its places are stored. `lastIsRight`: the last of them is at the right as the
 * audience sees it.
 */
export const rowLabels = (
  numbering: Numbering,
  count: number,
  breaks: readonly number[],
  lastIsRight: boolean,
): string[] => {
  if (lastIsRight) return labelsFromLeft(numbering, count, breaks)
  return labelsFromLeft(
    numbering,
    count,
    breaks.map((after) => count - after),
  ).reverse()
}

/** The labels of `count` rows, the first in front. */
export const rankLabels = (numbering: Pick<Numbering, 'scheme' | 'first' | 'step' | 'skip'>, count: number): string[] =>
  sequence({ ...numbering, from: 'left' }, count)
