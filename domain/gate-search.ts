import { phoneSearchDigits } from './phone.ts'
import { searchText } from './text.ts'
import { type NumberReading, readTicketNumber } from './ticket-number.ts'

/** Fewer characters would show half of the guests to whoever types one letter. */
export const GATE_SEARCH = { minLetters: 2, minDigits: 4, orders: 20, ticketsOfOrder: 100 } as const

/**
 * What a person at the gate looks for: terms of a name, all of them; or digits, which begin an order's number, are a
 * ticket's number or are part of a phone.
 */
export type GateQuery =
  | { readonly by: 'name'; readonly terms: readonly string[] }
  | { readonly by: 'number'; readonly readings: readonly NumberReading[]; readonly phone: undefined }
  | {
      readonly by: 'phone'
      readonly digits: string
      readonly readings: readonly NumberReading[]
      readonly phone: string
    }

const EASTERN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Reads what was typed into the search at the gate; undefined when it is too short to search for. */
export const readGateQuery = (text: string): GateQuery | undefined => {
  const readings = readTicketNumber(text)
  const phone = phoneSearchDigits(text)
  if (phone !== undefined) {
    const digits = text.replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/\D/g, '')
    return digits.length < GATE_SEARCH.minDigits ? undefined : { by: 'phone', digits, readings, phone }
  }
  if (readings.length > 0) return { by: 'number', readings, phone: undefined }
  const terms = searchText(text).split(' ').filter(Boolean)
  return terms.join('').length < GATE_SEARCH.minLetters ? undefined : { by: 'name', terms }
}

/** What the gate knows of one order. */
export interface FoundAtGate {
  readonly order: string
  readonly holder: string | null
  /** Digits of the phone, as many as the gate knows: all of them or the last four. */
  readonly phone: string | null
}

/** Whether an order matches, by the rules of the server, for devices that search in their own list. */
export const matchesGateQuery = (query: GateQuery, { order, holder, phone }: FoundAtGate): boolean => {
  if (query.by === 'name') {
    const name = searchText(holder ?? '')
    return query.terms.every((term) => name.includes(term))
  }
  if (query.readings.some((reading) => reading.order === order)) return true
  if (query.by === 'number') return false
  // A whole phone is found by its last digits where the gate knows no more of it.
  return (
    order.startsWith(query.digits) || (phone !== null && (phone.includes(query.phone) || query.phone.endsWith(phone)))
  )
}
