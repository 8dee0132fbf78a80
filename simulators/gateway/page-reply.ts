import type { FastifyReply } from 'fastify'
import type { DueNotify } from './notifies.ts'
import { deliverAll } from './notify.ts'
import type { SimulatorOptions } from './options.ts'
import { israeliTime } from './wire.ts'

/** Milliseconds that the browser's return waits for the webhook. */
const HEAD_START_MS = 1500

/** A valid ID number and an expiry, MM/YY, which the list of test cards fills in. */
export const sampleOf = (now: Date): { readonly expiry: string; readonly id: string } => ({
  expiry: `12/${String((Number(israeliTime(now).day.slice(0, 4)) + 1) % 100).padStart(2, '0')}`,
  id: '000000018',
})

/** Notifies the shop before the browser returns, as a gateway does, but the buyer never waits long for it. */
export const headStart = async (options: SimulatorOptions, due: readonly DueNotify[]): Promise<void> => {
  const notified = deliverAll(options, due).catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  await Promise.race([notified, new Promise((resolve) => (timer = setTimeout(resolve, HEAD_START_MS)))])
  clearTimeout(timer)
}

/** A payment page is framed by other sites, and its form redirects to the shop. */
export const dress = (options: SimulatorOptions, reply: FastifyReply): void => {
  const shop = new URL(options.publicUrl)
  const loopback = shop.protocol === 'http:' ? ' http://localhost:* http://127.0.0.1:*' : ''
  void reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      [
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "font-src 'self'",
        `form-action 'self' ${shop.origin}${loopback}`,
        'frame-ancestors *',
        "base-uri 'none'",
      ].join('; '),
    )
}
