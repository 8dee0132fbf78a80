import { CATEGORY_COLORS } from '../model/category-colors.ts'
import type { MapDocument, Numbering, Section, Shape } from '../model/document.ts'

/** What the templates share: numbers from the right, as in most halls. */
export const numbering: Numbering = { scheme: '1', first: 1, step: 1, from: 'right', skip: [] }

interface Keys {
  readonly take: () => string
}

/** A name in every language: Hebrew, English, Arabic. */
export type Names = readonly [he: string, en: string, ar: string]

export const named = ([name, en, ar]: Names) => ({ name, texts: { en: { name: en }, ar: { name: ar } } })

export const categoriesOf = (keys: Keys, names: readonly Names[]): MapDocument['categories'] =>
  names.map((each, rank) => ({
    id: keys.take(),
    ...named(each),
    rank,
    color: CATEGORY_COLORS[rank % CATEGORY_COLORS.length] ?? '',
  }))

export const stage = (
  keys: Keys,
  floor: string,
  at: [number, number],
  size: [number, number],
  [text, en, ar]: Names = ['במה', 'Stage', 'المسرح'],
): Shape => ({
  id: keys.take(),
  floor,
  kind: 'stage',
  form: 'rect',
  at,
  size,
  angle: 0,
  outline: [],
  text,
  texts: { en: { text: en }, ar: { text: ar } },
})

const CURVE_STEPS = 12

/** A stage whose front is as round as the rows before it: a part of the circle around `centre`. */
export const roundStage = (
  keys: Keys,
  floor: string,
  {
    centre: [x, y],
    radius,
    size: [width, depth],
  }: { readonly centre: readonly [number, number]; readonly radius: number; readonly size: [number, number] },
): Shape => {
  const front = Array.from({ length: CURVE_STEPS + 1 }, (_, step): [number, number] => {
    const across = width / 2 - (width * step) / CURVE_STEPS
    return [Math.round(across), Math.round(depth / 2 - radius + Math.sqrt(radius ** 2 - across ** 2))]
  })
  return {
    ...stage(keys, floor, [x, y + radius - depth / 2], [width, depth]),
    form: 'polygon',
    outline: [[-width / 2, -depth / 2], [width / 2, -depth / 2], ...front],
  }
}

export const standing = (
  section: Pick<Section, 'id' | 'floor' | 'name' | 'texts' | 'outline' | 'rank'> & Partial<Pick<Section, 'gate'>>,
): Section => ({ short: '', kind: 'area', numbering, ...section })
