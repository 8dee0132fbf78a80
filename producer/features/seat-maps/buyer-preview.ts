import type { SeatPreview, SeatPreviewType } from '@kartis/contract/seat-preview.ts'
import type { SeatRules } from '@kartis/domain/seats.ts'
import { boardOf, toBase64, toStateBits } from '@kartis/seat-map/model/board.ts'
import { type CompiledMap, compile } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { firstNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { toWire } from '@kartis/seat-map/model/wire.ts'

/** What a draft is looked at with: the prices of an event, or a sample, and which places are taken. */
export interface PreviewWith {
  readonly prices: SeatPreview['prices']
  readonly types: readonly SeatPreviewType[]
  readonly rules: SeatRules
  readonly isTaken: (key: string, place: number, map: CompiledMap) => boolean
}

/** Names no event. */
const SEATING = '00000000-0000-8000-8000-000000000000'

/** A draft as the page of buyers takes it. */
export const previewOf = (document: MapDocument, { prices, types, rules, isTaken }: PreviewWith): SeatPreview => {
  const map = compile(document)
  const numbers = firstNumbers(map.size)
  const board = boardOf(map, (place) => !isTaken(map.keys[place] ?? '', place, map))
  return {
    kind: 'seat-preview',
    wire: { seating: SEATING, ...toWire(document, numbers) },
    bits: toBase64(toStateBits(board, numbers)),
    prices,
    rules,
    types,
  }
}

/** Shekels by the order of the categories. */
const SAMPLE_PRICES = [240, 180, 140, 110, 90]
const LOWEST_PRICE = 80

/** Prices that nobody set, one for each category: `uuid` is the key of the category. */
export const samplePrices = ({ categories }: MapDocument): Pick<PreviewWith, 'prices' | 'types'> => {
  const sorted = categories.toSorted((a, b) => a.rank - b.rank)
  return {
    prices: sorted.map(({ id }) => ({ category: id, events_ticket_uuid: id })),
    types: sorted.map(({ id, name }, index) => ({ uuid: id, name, price: SAMPLE_PRICES[index] ?? LOWEST_PRICE })),
  }
}

/** Of a hundred pairs of places. */
const SAMPLE_TAKEN = 40

/** About four of ten places are taken, mostly in pairs; the same ones each time. */
export const isTakenInSample: PreviewWith['isTaken'] = (_key, place, { row }) => {
  const pair = Math.imul((place >> 1) + 1, 2_654_435_761) ^ Math.imul((row[place] ?? 0) + 1, 40_503)
  return ((pair >>> 0) >>> 7) % 100 < SAMPLE_TAKEN
}
