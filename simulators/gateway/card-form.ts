import { isIsraeliId, padIsraeliId } from '@kartis/domain/israeli-id.ts'
import { BIT, findCard, type SandboxCard } from './cards.ts'
import { israeliTime } from './wire.ts'

export const CARD_FIELDS = ['card_number', 'expiry', 'cvv', 'holder_id'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** Fields of the page itself: what a page was opened with is none of them. */
export const OWN_FIELDS: ReadonlySet<string> = new Set([...CARD_FIELDS, 'installments', 'method', 'three_ds'])

/** Field to reason; texts: `gateway:page.errors.<reason>`. */
export type CardErrors = Partial<Record<CardField | 'installments', string>>

export type CardForm =
  | {
      readonly ok: true
      readonly card: SandboxCard
      readonly payments: number
      /** The buyer must confirm the charge first, on the page of the card's issuer. */
      readonly challenge: boolean
    }
  | { readonly ok: false; readonly errors: CardErrors }

/** What a page offers besides one payment by card. */
export interface Offer {
  readonly maxPayments: number
  readonly bit: boolean
}

/** SHVA's code of a charge that the buyer did not confirm. */
const NOT_CONFIRMED = '900'

/** Parses and validates the form; accepts spaces, hyphens, MM/YY and MMYY. */
export const readCardForm = (typed: Record<string, string>, now: Date, { maxPayments, bit }: Offer): CardForm => {
  if (bit && typed['method'] === 'bit') return { ok: true, card: BIT, payments: 1, challenge: false }
  const card = findCard((typed['card_number'] ?? '').replace(/[\s-]/g, ''))
  const payments = Number(typed['installments'] ?? '1')
  const errors: CardErrors = {
    ...wrong('card_number', numberError(typed['card_number'] ?? '', card)),
    ...wrong('expiry', expiryError(typed['expiry'] ?? '', now)),
    ...wrong('cvv', cvvError(typed['cvv'] ?? '')),
    ...wrong('holder_id', idError(typed['holder_id'] ?? '', card)),
    ...wrong(
      'installments',
      Number.isInteger(payments) && payments >= 1 && payments <= maxPayments ? '' : 'installments',
    ),
  }
  if (!card || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, payments, ...confirmed(card, typed['three_ds']) }
}

const confirmed = (card: SandboxCard, decision: string | undefined): { card: SandboxCard; challenge: boolean } => {
  if (!card.challenge || decision === 'confirm') return { card, challenge: false }
  return decision === undefined
    ? { card, challenge: true }
    : { card: { ...card, response: NOT_CONFIRMED }, challenge: false }
}

const wrong = (field: CardField | 'installments', reason: string): CardErrors => (reason ? { [field]: reason } : {})

const numberError = (typed: string, card: SandboxCard | undefined): string => {
  const digits = typed.replace(/[\s-]/g, '')
  if (digits === '') return 'card_missing'
  if (!/^\d{8,19}$/.test(digits)) return 'card_shape'
  return card ? '' : 'card_unknown'
}

const expiryError = (typed: string, now: Date): string => {
  const text = typed.replaceAll(/\s/g, '')
  if (text === '') return 'expiry_missing'
  const [, month = '', year = ''] =
    /^(\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text) ?? []
  if (month === '' || Number(month) < 1 || Number(month) > 12) return 'expiry_shape'
  const last = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}`
  // A card is valid through the last day of its month.
  return last < israeliTime(now).day.slice(0, 7) ? 'expiry_past' : ''
}

const cvvError = (typed: string): string => {
  if (typed.trim() === '') return 'cvv_missing'
  return /^\d{3,4}$/.test(typed.trim()) ? '' : 'cvv_shape'
}

const idError = (typed: string, card: SandboxCard | undefined): string => {
  const id = typed.replace(/[\s-]/g, '')
  // A tourist has no Israeli ID number.
  if (id === '') return card?.foreign ? '' : 'id_missing'
  return isIsraeliId(padIsraeliId(id)) ? '' : 'id_wrong'
}
