import type { Keys } from '../../../platform/security/keys.ts'
import { sameText } from '../../../platform/security/keys.ts'

/** Whom a place belongs to: its token is valid only for this event and this device. */
export interface Owner {
  readonly eventId: string
  readonly device: string
}

export interface Place {
  readonly round: number
  /** Order of arrival, from 1. */
  readonly number: number
}

export interface Pass extends Place {
  readonly until: Date
}

const PLACE = 'waiting_place'
const PASS = 'waiting_pass'

const textOf = ({ eventId, device }: Owner, parts: readonly number[]): string =>
  [eventId.toLowerCase(), device, ...parts].join(' ')

const seal = (keys: Keys, purpose: string, owner: Owner, parts: readonly number[]): string =>
  [...parts.map((part) => part.toString(36)), keys.hmac(purpose, textOf(owner, parts))].join('.')

const unseal = (keys: Keys, purpose: string, owner: Owner, token: string, count: number): number[] | undefined => {
  const pieces = token.split('.')
  const signature = pieces.pop()
  const parts = pieces.map((piece) => (/^[\da-z]{1,9}$/.test(piece) ? Number.parseInt(piece, 36) : Number.NaN))
  if (signature === undefined || parts.length !== count || parts.some(Number.isNaN)) return undefined
  return sameText(signature, keys.hmac(purpose, textOf(owner, parts))) ? parts : undefined
}

/** The token that a browser stores while it waits; signed, so that checking it needs no query. */
export const placeToken = (keys: Keys, owner: Owner, { round, number }: Place): string =>
  seal(keys, PLACE, owner, [round, number])

export const readPlace = (keys: Keys, owner: Owner, token: string): Place | undefined => {
  const [round, number] = unseal(keys, PLACE, owner, token, 2) ?? []
  return round === undefined || number === undefined ? undefined : { round, number }
}

/** The token that a reservation needs; its end has whole seconds. */
export const passToken = (keys: Keys, owner: Owner, { round, number, until }: Pass): string =>
  seal(keys, PASS, owner, [round, number, Math.floor(until.getTime() / 1000)])

export const readPass = (keys: Keys, owner: Owner, token: string): Pass | undefined => {
  const [round, number, until] = unseal(keys, PASS, owner, token, 3) ?? []
  if (round === undefined || number === undefined || until === undefined) return undefined
  return { round, number, until: new Date(until * 1000) }
}

/** The database stores these hashes, never the device or the phone. */
export const deviceHash = (keys: Keys, device: string): string => keys.hmac('waiting_device', device)
export const phoneHash = (keys: Keys, phone: string): string => keys.hmac('waiting_phone', phone)
