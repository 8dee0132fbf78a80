import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayWebhook, WebhookSource } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { readSum } from '../sum.ts'
import { fieldsOf } from './call.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is stored of `transaction`; the webhook carries the customer and the card's holder beside it. */
const STORED_FIELDS = [
  'uid',
  'payment_page_request_uid',
  'number',
  'type',
  'date',
  'status_code',
  'amount',
  'currency',
  'credit_terms',
  'more_info',
]

/** Whether the header `hash` is the terminal's signature of the body as it arrived. */
const isSigned = (secretKey: string, source: WebhookSource | undefined): boolean => {
  const hash = source?.headers['hash']
  if (!source || typeof hash !== 'string') return false
  const expected = createHmac('sha256', secretKey).update(source.raw).digest()
  const received = Buffer.from(hash, 'base64')
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** Parses a webhook. One without the terminal's signature names no payment; one with it is looked up all the same. */
export const parseWebhook = (secretKey: string, body: unknown, source: WebhookSource | undefined): GatewayWebhook => {
  const raw = pick(fieldsOf(body)['transaction'], STORED_FIELDS)
  const { uid, status_code: code = '', more_info: reference = '' } = raw
  if (!isSigned(secretKey, source)) return { key: digest(raw), raw: {} }
  const amount = readSum(raw['amount'])
  return {
    ...(UUID.test(reference) && { paymentId: reference.toLowerCase() }),
    ...(uid !== undefined && { providerRef: uid }),
    code,
    ...(amount !== undefined && { amount }),
    key: uid === undefined ? digest(raw) : `${uid}:${code}:${reference}`,
    raw,
  }
}

const digest = (raw: Record<string, string>): string =>
  createHash('sha256').update(new URLSearchParams(raw).toString()).digest('hex')
