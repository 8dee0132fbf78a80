import { isHolding, type OrderState } from '@kartis/domain/order.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { FastifyRequest } from 'fastify'
import { plainPage, plainPageLang } from './plain-page.ts'
import { pathOf } from './route-class.ts'

const ORDER_FILE = /^\/api\/v1\/public\/orders\/([\da-f-]{36})\//i
const EVENT_FILE = /^\/api\/v1\/public\/events\/([\w-]+)\//

/** Where a person goes on from a refused address: to the order or the event that it belongs to, else to the same page. */
const wayOn = (
  request: FastifyRequest,
): { readonly href: string; readonly to: 'order' | 'event' | 'again' | 'home' } => {
  const path = pathOf(request)
  const order = ORDER_FILE.exec(path)?.[1]
  if (order) {
    // A malformed address has no query.
    const { token } = (request.query ?? {}) as { readonly token?: unknown }
    const key = typeof token === 'string' ? `?token=${encodeURIComponent(token)}` : ''
    return { href: `/order/tickets/${order}${key}`, to: 'order' }
  }
  const event = EVENT_FILE.exec(path)?.[1]
  if (event) return { href: `/order/${encodeURIComponent(event)}`, to: 'event' }
  return path.startsWith('/api/') ? { href: '/', to: 'home' } : { href: '', to: 'again' }
}

/** Why an order has no file to open, in the words of its tickets page. */
const orderReason = (refusal: Refusal): 'not_yet' | 'gone' | undefined => {
  if (refusal.refusal !== 'order_state') return undefined
  const status = refusal.detail?.status
  return typeof status === 'string' && isHolding(status as OrderState) ? 'not_yet' : 'gone'
}

/**
 * A refusal for a person who opened the address in a browser: a calendar or PDF file whose order is cancelled, a page that
 * was requested too often. Raw JSON tells them nothing.
 */
export const refusalPage = (request: FastifyRequest, refusal: Refusal): string => {
  const lang = plainPageLang(request)
  const t = translatorFor(lang)
  const { href, to } = wayOn(request)
  const reason = to === 'order' ? orderReason(refusal) : undefined
  return plainPage({
    lang,
    title: reason ? t(`pass:${reason}_title`) : t('busy:refused_title'),
    text: reason ? t(`pass:${reason}_text`) : t(`errors:${refusal.refusal}`, refusal.detail),
    go: { href, text: t(`busy:to_${to}`) },
  })
}
