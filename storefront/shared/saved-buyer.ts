import { isForeignPhone, nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { serverTime } from './clock.ts'
import { parsedJson, readItem, writeItem } from './local-storage.ts'

/** The phone alone, for the fields that need no more. */
const PHONE = 'kartis.phone'
const BUYER = 'kartis.buyer'
const ISRAEL = '972'
const DAY_MS = 86_400_000
/** Without a purchase the details are removed after half a year. */
const MAX_AGE_MS = 180 * DAY_MS

/** What a buyer typed into the last order of this browser. */
export interface SavedBuyer {
  readonly name: string
  readonly phone: string
  readonly email: string
}

interface Stored {
  /** Undefined where the buyer chose that nothing is saved here. */
  readonly buyer?: SavedBuyer | undefined
  readonly at: number
}

const readStored = (): Stored | undefined => parsedJson(readItem(BUYER)) as Stored | undefined

/** The phone that this browser was last used with, as a form holds it; an empty number where there is none. */
export const readPhone = (): { readonly country: string; readonly number: string } => {
  const saved = readItem(PHONE) ?? ''
  const phone = parsePhone(ISRAEL, saved)
  if (!phone.ok) return { country: ISRAEL, number: saved }
  const { code } = phone.country
  // A field beside the choice of the country has the number without its code.
  if (isForeignPhone(phone.e164)) return { country: code, number: phone.e164.slice(code.length + 1) }
  return { country: ISRAEL, number: nationalPhone(phone.e164) }
}

/** As a field without a choice of the country holds it. */
export const readWholePhone = (): string => {
  const { country, number } = readPhone()
  return country === ISRAEL ? number : `+${country} ${number}`
}

export const savePhone = (phone: string): void => writeItem(PHONE, phone)

/** What this browser offers for the next order. */
export const readBuyer = (): SavedBuyer | undefined => {
  const stored = readStored()
  if (!stored?.buyer || serverTime() - stored.at > MAX_AGE_MS) return undefined
  return stored.buyer
}

/** A phone or tablet belongs to one person more often than a computer does. */
export const isPersonalDevice = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(hover: none) and (pointer: coarse)').matches

/** Whether the details of the next order are saved here unless the buyer says otherwise: only where they were before. */
export const savesBuyer = (): boolean => readStored()?.buyer !== undefined

/** Saves the details with their phone; without them everything is removed, and the choice stays. */
export const saveBuyer = (buyer: SavedBuyer | undefined): void => {
  writeItem(PHONE, buyer?.phone)
  writeItem(BUYER, JSON.stringify({ buyer, at: serverTime() } satisfies Stored))
}

/** Removes everything that names a person, as on a sign-out. */
export const removeBuyer = (): void => {
  writeItem(PHONE, undefined)
  writeItem(BUYER, undefined)
}
