import type { EventWireMap, SeatMapBrief } from '@kartis/contract/public-seats.ts'
import { boardOf, toBase64, toStateBits } from '@kartis/seat-map/model/board.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { firstNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { toWire } from '@kartis/seat-map/model/wire.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { categoriesOf, seatSaleOf } from '../pages/seats/seat-sale.ts'
import type { TicketTypeView } from '../state/event-state.ts'
import type { SeatsView } from '../state/seats-state.ts'

export const SEATING = '01900000-0000-7000-8000-000000000000'
export const HASH = 'hash'

export const seatType = (uuid: string, price: number, change: Partial<TicketTypeView> = {}): TicketTypeView => ({
  uuid,
  name: uuid,
  info: '',
  price,
  max: 8,
  left: 100,
  scarce: false,
  state: 'on_sale',
  note: '',
  ...change,
})

/** One type a category, and a soldier's ticket for the second. */
export const TYPES = [seatType('front', 220), seatType('hall', 170), seatType('balcony', 120), seatType('soldier', 140)]

export const wireOf = (document: MapDocument = theatre()): EventWireMap => ({
  seating: SEATING,
  ...toWire(document, firstNumbers(compile(document).size)),
})

/** The theatre of 600 as a buyer's browser has it: stalls of 16 rows, a balcony of 4. */
export const theatreSale = () => {
  const sale = seatSaleOf(wireOf(), HASH, 'he')
  const prices: SeatMapBrief['prices'] = sale.map.categories.map((category, index) => ({
    category,
    events_ticket_uuid: TYPES[index]?.uuid ?? '',
  }))
  prices.push({ category: sale.map.categories[1] ?? '', events_ticket_uuid: 'soldier' })
  const boardWith = (free: (place: number) => boolean) => boardOf(sale.map, free)
  return {
    sale,
    prices,
    categories: categoriesOf(sale, prices, TYPES),
    boardWith,
    /** As the server sends it. */
    bitsWith: (free: (place: number) => boolean): string => toBase64(toStateBits(boardWith(free), sale.numbers)),
    /** A place of the stalls by its row (from 0) and number. */
    at: (row: number, label: string): number =>
      sale.map.labels.findIndex((text, place) => text === label && sale.map.row[place] === row),
  }
}

export const seatsViewWith = (prices: SeatMapBrief['prices'], change: Partial<SeatsView> = {}): SeatsView => ({
  uuid: 'e1',
  slug: 'show',
  name: 'Show',
  phase: 'on_sale',
  israeliPhone: undefined,
  hasFee: false,
  ticketTypes: TYPES,
  orderLimit: null,
  opens: '',
  when: '',
  place: 'Hall',
  seller: { name: 'Seller', number: '' },
  seatMap: { hash: HASH, rev: 1, rules: { orphans: 'gentle', pick: 'both' }, prices },
  ...change,
})
