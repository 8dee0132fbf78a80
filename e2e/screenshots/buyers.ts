import { pay, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lang } from '@kartis/i18n/lang.ts'
import { callAs } from '../fixtures/call.ts'
import { newPhone } from '../fixtures/people.ts'
import { accept, offer } from '../fixtures/transfer.ts'

export interface Order {
  readonly uuid: string
  readonly token: string
}

export const CARDS = { good: '4580000000001008', declined: '4580000000004002' } as const
export const NAMES = { he: 'תמר אלמוג', en: 'Tamar Almog', ar: 'تمار ألموغ' } as const

/** Submits a card to the sandbox gateway's page. */
export const typeCard = async (url: string, card: string): Promise<void> => {
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card_number: card, expiry: '12/30', cvv: '123', holder_id: '000000018' }),
    redirect: 'manual',
  })
}

export const reserved = async (
  event: string,
  type: string,
  lang: Lang,
  { coupon = null, quantity = 2 }: { readonly coupon?: string | null; readonly quantity?: number } = {},
): Promise<Order> => {
  const call = callAs({ lang })
  const { data } = await call(reserve, {
    body: { event_uuid: event, items: [{ events_ticket_uuid: type, quantity }], coupon },
  })
  return { uuid: data.uuid, token: data.token }
}

export const atGateway = async (
  event: string,
  type: string,
  lang: Lang,
  { name = NAMES[lang], quantity = 2 }: { readonly name?: string; readonly quantity?: number } = {},
): Promise<Order & { url: string }> => {
  const order = await reserved(event, type, lang, { quantity })
  const call = callAs({ order: order.token, lang })
  const params = { uuid: order.uuid }
  await call(updateOrder, { params, body: { name, phone: newPhone(), email: 'tamar@example.com' } })
  const { data } = await call(pay, { params, body: {} })
  return { ...order, url: data.payment?.url ?? '' }
}

/** Waits until the webhook of the gateway has changed the order. */
export const until = async (
  order: Order,
  is: (status: string, payment: string | undefined) => boolean,
): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const { data } = await callAs({ order: order.token })(showBuyerOrder, { params: { uuid: order.uuid } })
    if (is(data.status, data.payment?.status)) return
    await sleep(150)
  }
  throw new Error(`the webhook for order ${order.uuid} did not arrive`)
}

/** An order with a ticket that is offered and one that another person has accepted; and the link of the offer. */
export const transferTickets = async (
  event: string,
  type: string,
  lang: Lang,
): Promise<{ readonly transferred: Order; readonly offered: Order }> => {
  const transferred = await atGateway(event, type, lang, { quantity: 3 })
  await typeCard(transferred.url, CARDS.good)
  await until(transferred, (status) => status === 'paid')
  const { data } = await callAs({ order: transferred.token })(showBuyerOrder, { params: { uuid: transferred.uuid } })
  const [, second, third] = data.tickets
  await accept(await offer(transferred, third?.uuid), { he: 'דנה ברק', en: 'Dana Barak', ar: 'دانا براك' }[lang])
  return { transferred, offered: await offer(transferred, second?.uuid) }
}
