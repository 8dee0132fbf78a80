import type { SeatRules } from '@kartis/domain/seats.ts'
import type { EventWireMap, SeatMapBrief } from './public-seats.ts'

/** The page in which the editor of seat maps shows a draft as buyers would see it. */
export const SEAT_PREVIEW_PATH = '/order/seat-map-preview'

/** What the editor sends to the page in its frame: a draft with the prices and the free seats that it is looked at with. */
export interface SeatPreview {
  readonly kind: 'seat-preview'
  readonly wire: EventWireMap
  /** Which seats are free, as `GET …/seats` sends it. */
  readonly bits: string
  readonly prices: SeatMapBrief['prices']
  readonly rules: SeatRules
  readonly types: readonly SeatPreviewType[]
}

export interface SeatPreviewType {
  readonly uuid: string
  readonly name: string
  /** Shekels. */
  readonly price: number
}

/** What the page sends to the editor: it waits for a draft, or the buyer would go on to the payment. */
export interface SeatPreviewNote {
  readonly kind: 'seat-preview-ready' | 'seat-preview-pays'
}
