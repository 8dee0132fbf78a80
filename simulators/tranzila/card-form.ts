import { isIsraeliId, padIsraeliId } from '@kartis/domain/israeli-id.ts'
import { findCard } from './cards.ts'
import type { SandboxCard } from './cards.ts'
import { israeliTime } from './wire.ts'

export const CARD_FIELDS = ['card_number', 'expiry', 'cvv', 'holder_id'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** Field to reason; texts: `gateway:page.errors.<reason>`. */
export type CardErrors = Partial<Record<CardField | 'installments', string>>

export type CardForm =
  | { readonly ok: true; readonly card: SandboxCard; readonly payments: number }
  | { readonly ok: false; readonly errors: CardErrors }

/** Parses and validates the card form; accepts spaces, hyphens, MM/YY and MMYY. */
export const readCardForm = (typed: Record<string, string>, now: Date, maxPayments: number): CardForm => {
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
  return card && Object.keys(errors).length === 0 ? { ok: true, card, payments } : { ok: false, errors }
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
