import { createHash } from 'node:crypto'
import type { GatewayWebhook } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { readSum } from '../sum.ts'
import { fieldsOf } from './call.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is stored of a webhook: it carries the holder's name, phone, e-mail and ID number as well. */
const STORED_FIELDS = ['ResponseCode', 'TerminalNumber', 'LowProfileId', 'TranzactionId', 'ReturnValue', 'Operation']

/** Parses a webhook, which is not signed: fields may be missing or forged, and nothing here is believed. */
export const parseWebhook = (body: unknown): GatewayWebhook => {
  const raw = pick(body, STORED_FIELDS)
  const { ReturnValue: reference = '', TranzactionId: id = '', ResponseCode: code } = raw
  const providerRef = /^[1-9]\d{0,15}$/.test(id) ? id : undefined
  const amount = readSum(fieldsOf(fieldsOf(body)['TranzactionInfo'])['Amount'])
  return {
    ...(UUID.test(reference) && { paymentId: reference.toLowerCase() }),
    ...(providerRef !== undefined && { providerRef }),
    ...(code !== undefined && { code }),
    ...(amount !== undefined && { amount }),
    key: providerRef ? `${providerRef}:${code ?? ''}:${reference}` : digest(raw),
    raw,
  }
}

const digest = (raw: Record<string, string>): string =>
  createHash('sha256').update(new URLSearchParams(raw).toString()).digest('hex')
