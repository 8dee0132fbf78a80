import { createHash } from 'node:crypto'
import type { GatewayWebhook } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { readSum } from '../sum.ts'

/** Fields of a notify that are stored. Never among them: card number, expiry, CVV, ID number (myid), card token, buyer's details. */
const STORED_FIELDS = [
  'Response',
  'ConfirmationCode',
  'index',
  'Tempref',
  'sum',
  'currency',
  'cred_type',
  'npay',
  'tranmode',
  'supplier',
  'thtk',
  'DCdisable',
  'Responsesource',
  'Responsecvv',
  'Responseid',
  'DBFIsForeign',
  'DBFcard',
  'cardtype',
  'DBFcardtype',
  'cardissuer',
  'DBFsolek',
  'cardaquirer',
  'payment_method',
  'error',
] as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses a notify or the fields of a browser's return. Fields may be missing, doubled or forged: nothing here is believed. */
export const parseWebhook = (referenceField: string, body: unknown): GatewayWebhook => {
  const raw = pick(body, [...STORED_FIELDS, referenceField])
  const reference = [raw[referenceField], raw['DCdisable']].find((value) => value !== undefined && UUID.test(value))
  const index = raw['index']
  const providerRef = index !== undefined && /^\d{1,15}$/.test(index) ? index : undefined
  const code = raw['Response']
  return {
    ...(reference === undefined ? {} : { paymentId: reference.toLowerCase() }),
    ...(providerRef === undefined ? {} : { providerRef }),
    ...(code === undefined ? {} : { code }),
    amount: readSum(raw['sum']),
    key: providerRef ? `${providerRef}:${code ?? ''}:${reference ?? ''}` : digest(raw),
    raw,
  }
}

const digest = (raw: Record<string, string>): string =>
  createHash('sha256').update(new URLSearchParams(raw).toString()).digest('hex')
