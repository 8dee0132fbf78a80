import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TranzilaOptions } from './options.ts'

const TOLERANCE_MS = 5 * 60_000

/** Whether the four headers are a current signature with the terminal's key. The time may be in seconds or milliseconds. */
export const isSigned = (options: TranzilaOptions, headers: Record<string, unknown>): boolean => {
  const [appKey, time, nonce, token] = ['app-key', 'request-time', 'nonce', 'access-token'].map((name) => {
    const value = headers[`x-tranzila-api-${name}`]
    return typeof value === 'string' ? value : ''
  }) as [string, string, string, string]
  if (appKey !== options.credentials.appKey || !/^\d{10,13}$/.test(time) || nonce.length !== 80) return false
  const at = time.length > 11 ? Number(time) : Number(time) * 1000
  if (Math.abs(at - options.now().getTime()) > TOLERANCE_MS) return false
  const expected = createHmac('sha256', `${options.credentials.secret}${time}${nonce}`).update(appKey).digest()
  const signature = Buffer.from(token, 'hex')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
