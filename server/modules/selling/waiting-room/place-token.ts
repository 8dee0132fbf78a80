import type { Keys } from '../../../platform/security/keys.ts'
import { sameText } from '../../../platform/security/keys.ts'

/** Whom a place belongs to: a token is good for this event and this device alone. */
export interface Owner {
  readonly eventId: string
  readonly device: string
}

export interface Place {
  readonly round: number
  /** In which order people came, from 1. */
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

const open = (keys: Keys, purpose: string, owner: Owner, token: string, count: number): number[] | undefined => {
  const pieces = token.split('.')
  const signature = pieces.pop()
  const parts = pieces.map((piece) => (/^[\da-z]{1,9}$/.test(piece) ? Number.parseInt(piece, 36) : Number.NaN))
  if (signature === undefined || parts.length !== count || parts.some(Number.isNaN)) return undefined
  return sameText(signature, keys.hmac(purpose, textOf(owner, parts))) ? parts : undefined
}

/** What a browser keeps while it waits. Signed, so that a question about it needs no row. */
export const placeToken = (keys: Keys, owner: Owner, { round, number }: Place): string =>
  seal(keys, PLACE, owner, [round, number])

export const readPlace = (keys: Keys, owner: Owner, token: string): Place | undefined => {
  const [round, number] = open(keys, PLACE, owner, token, 2) ?? []
  return round === undefined || number === undefined ? undefined : { round, number }
}

/** What opens the sale; in whole seconds. */
export const passToken = (keys: Keys, owner: Owner, { round, number, until }: Pass): string =>
  seal(keys, PASS, owner, [round, number, Math.floor(until.getTime() / 1000)])

export const readPass = (keys: Keys, owner: Owner, token: string): Pass | undefined => {
  const [round, number, until] = open(keys, PASS, owner, token, 3) ?? []
  if (round === undefined || number === undefined || until === undefined) return undefined
  return { round, number, until: new Date(until * 1000) }
}

/** What the database has in place of the device's word and of the phone. */
export const deviceHash = (keys: Keys, device: string): string => keys.hmac('waiting_device', device)
export const phoneHash = (keys: Keys, phone: string): string => keys.hmac('waiting_phone', phone)
