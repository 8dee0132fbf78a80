import { type CompiledMap, isWheelchair } from './compile.ts'

/** Places side by side between aisles and ends of a row, so few that a small party leaves a single one of them. */
export interface ShortStretch {
  readonly section: string
  readonly row: string
  readonly places: number
}

/**
 * Stretches of two and three places: whoever takes all but one of them leaves a single seat there, and no other choice of the
 * stretch helps. The rule of single seats can only send such a party elsewhere, as long as its section has room.
 */
export const shortStretches = (map: CompiledMap): ShortStretch[] =>
  Array.from({ length: map.runStarts.length - 1 }, (_, run) => {
    const [from, to] = [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? 0]
    const row = map.rows[map.row[from] ?? 0]
    const isShort = row?.kind === 'row' && to - from >= 2 && to - from <= 3
    if (!isShort || isWheelchair(map, from) || isWheelchair(map, to - 1)) return []
    return [{ section: map.sections[row.section]?.name ?? '', row: row.label, places: to - from }]
  }).flat()
