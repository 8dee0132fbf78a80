import { phoneSearchDigits } from './phone.ts'
import { type RowLetters, rowLabelsLike, rowNamesOf, withoutRowNumber } from './row-label.ts'
import { searchText } from './text.ts'
import { type NumberReading, plainDigits, readTicketNumber } from './ticket-number.ts'

/** Fewer characters would show half of the guests to whoever types one letter. */
export const GATE_SEARCH = { minLetters: 2, minDigits: 4, orders: 20, ticketsOfOrder: 100 } as const

/** A seat as people say it: what is left of section and floor, row, number. */
export interface SeatReading {
  readonly place: readonly string[]
  /** What was typed, and all else that the row may be called in its hall: 3 is also ג. */
  readonly rows: readonly string[]
  readonly number: string
}

/**
 * What a person at the gate looks for: terms of a name, all of them, or a seat; or digits, which begin an order's number,
 * are a ticket's number or are part of a phone.
 */
export type GateQuery =
  | { readonly by: 'name'; readonly terms: readonly string[]; readonly seat: SeatReading | undefined }
  | { readonly by: 'seat'; readonly seat: SeatReading }
  | { readonly by: 'number'; readonly readings: readonly NumberReading[]; readonly phone: undefined }
  | {
      readonly by: 'phone'
      readonly digits: string
      readonly readings: readonly NumberReading[]
      readonly phone: string
      readonly seat: SeatReading | undefined
    }

/** What people put before a row or a number, in the product's languages. */
const SEAT_LABELS: ReadonlySet<string> = new Set(
  [
    'שורה',
    'כיסא',
    'כסא',
    'מושב',
    'מקום',
    'גוש',
    'בלוק',
    'row',
    'seat',
    'section',
    'block',
    'صف',
    'الصف',
    'مقعد',
    'المقعد',
    'كرسي',
  ].map(searchText),
)
const SEAT_CHARS = 6

/** The seat that a text may name: its last two terms are row and number, and what stands before them the section. */
const readSeat = (text: string, letters: RowLetters | undefined): SeatReading | undefined => {
  const terms = searchText(withoutRowNumber(plainDigits(text)).replace(/[/,.:()]/g, ' '))
    .split(' ')
    .filter(Boolean)
  const named = terms.filter((term) => !SEAT_LABELS.has(term))
  const [row, number] = named.slice(-2)
  if (row === undefined || number === undefined || !/^\d/.test(number)) return undefined
  if (row.length > SEAT_CHARS || number.length > SEAT_CHARS) return undefined
  return { place: named.slice(0, -2), rows: [...new Set(rowLabelsLike(row, letters).map(searchText))], number }
}

const EASTERN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g

/**
 * Reads what was typed into the search at the gate; undefined when it is too short to search for. `letters`: how the hall
 * counts rows with Hebrew letters, where that is known.
 */
export const readGateQuery = (text: string, letters?: RowLetters): GateQuery | undefined => {
  const readings = readTicketNumber(text)
  const phone = phoneSearchDigits(text)
  const seat = readSeat(text, letters)
  // Two short numbers are a row and a seat; as one they would be too short for a phone.
  if (seat && phone !== undefined && phone.length < GATE_SEARCH.minDigits) return { by: 'seat', seat }
  if (phone !== undefined) {
    const digits = text.replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/\D/g, '')
    return digits.length < GATE_SEARCH.minDigits ? undefined : { by: 'phone', digits, readings, phone, seat }
  }
  if (readings.length > 0) return { by: 'number', readings, phone: undefined }
  const terms = searchText(text).split(' ').filter(Boolean)
  return terms.join('').length < GATE_SEARCH.minLetters ? undefined : { by: 'name', terms, seat }
}

/** What the gate knows of one order. */
export interface FoundAtGate {
  readonly order: string
  readonly holder: string | null
  /** Digits of the phone, as many as the gate knows: all of them or the last four. */
  readonly phone: string | null
  /** Of one of its tickets. */
  readonly seat?: GateSeat | undefined
}

export interface GateSeat {
  readonly floor?: string | undefined
  readonly section: string
  readonly row: string
  readonly number: string
}

const isSeat = ({ place, rows, number }: SeatReading, seat: GateSeat | undefined): boolean => {
  if (!seat || searchText(seat.number) !== number) return false
  const names = rowNamesOf(seat.row)
  // A name with its number says how its hall counts: other readings of what was typed mean other rows.
  const expected = names.length > 1 ? rows.slice(0, 1) : rows
  if (!names.some((name) => expected.includes(searchText(name)))) return false
  const where = searchText(`${seat.floor ?? ''} ${seat.section}`)
  return place.every((term) => where.includes(term))
}

/** Whether what was typed names this seat. */
export const isSeatSearched = (query: GateQuery | undefined, seat: GateSeat | undefined): boolean =>
  query !== undefined && query.by !== 'number' && query.seat !== undefined && isSeat(query.seat, seat)

/** Whether an order matches, by the rules of the server, for devices that search in their own list. */
export const matchesGateQuery = (query: GateQuery, { order, holder, phone, seat }: FoundAtGate): boolean => {
  if (query.by === 'seat') return isSeat(query.seat, seat)
  if (query.by === 'name') {
    const name = searchText(holder ?? '')
    if (name !== '' && query.terms.every((term) => name.includes(term))) return true
    return query.seat !== undefined && isSeat(query.seat, seat)
  }
  if (query.readings.some((reading) => reading.order === order)) return true
  if (query.by === 'number') return false
  if (query.seat && isSeat(query.seat, seat)) return true
  // A whole phone is found by its last digits where the gate knows no more of it.
  return (
    order.startsWith(query.digits) || (phone !== null && (phone.includes(query.phone) || query.phone.endsWith(phone)))
  )
}
