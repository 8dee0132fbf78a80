export type PageItem = number | 'gap'

const REACH = 2

/**
 * Up to five page numbers around the current one, plus the first and the last, with `gap` where numbers are left out.
 */
export const pageWindow = (current: number, last: number): readonly PageItem[] => {
  const from = Math.max(1, Math.min(current - REACH, last - 2 * REACH))
  const to = Math.min(last, Math.max(current + REACH, 1 + 2 * REACH))
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const head: readonly PageItem[] = from > 2 ? [1, 'gap'] : from === 2 ? [1] : []
  const tail: readonly PageItem[] = to < last - 1 ? ['gap', last] : to === last - 1 ? [last] : []
  return [...head, ...middle, ...tail]
}
