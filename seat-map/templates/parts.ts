import type { MapDocument, Numbering, Section, Shape } from '../model/document.ts'

/** What the templates share: numbers from the right, as in most halls. */
export const numbering: Numbering = { scheme: '1', first: 1, step: 1, from: 'right', skip: [] }

const COLORS = ['#9a3412', '#0f766e', '#1d4ed8', '#6d28d9', '#be185d', '#4d7c0f']

interface Keys {
  readonly take: () => string
}

export const categoriesOf = (keys: Keys, names: readonly string[]): MapDocument['categories'] =>
  names.map((name, rank) => ({ id: keys.take(), name, rank, color: COLORS[rank % COLORS.length] ?? '' }))

export const stage = (
  keys: Keys,
  floor: string,
  at: [number, number],
  size: [number, number],
  text = 'במה',
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
})

export const standing = (
  section: Pick<Section, 'id' | 'floor' | 'name' | 'outline' | 'rank'> & Partial<Pick<Section, 'gate'>>,
): Section => ({ short: '', kind: 'area', numbering, ...section })
