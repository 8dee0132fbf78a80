import { listDocuments } from '@kartis/contract/documents.ts'
import { listLedger } from '@kartis/contract/ledger.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { addPaymentTerminal, changePaymentTerminal } from '@kartis/contract/payment-terminals.ts'
import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { approveRefundRun, createRefundRun } from '@kartis/contract/refund-runs.ts'
import { listPayouts } from '@kartis/contract/statements.ts'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSale, type Sale } from '@kartis/testing/sales.ts'
import { callAs } from '../fixtures/call.ts'
import { letEventEnd } from '../fixtures/database.ts'
import { command } from '../fixtures/operator.ts'
import { newProducer, type Producer } from '../fixtures/people.ts'
import { accept, offer } from '../fixtures/transfer.ts'
import { atGateway, CARDS, type Order, typeCard, until } from './buyers.ts'

const BUYERS = ['דנה אברהמי', 'יואב שרון', 'מאיה כץ', 'עומר לביא', 'נטע גולן', 'רן בן־עמי', 'שירה מזרחי'] as const

interface Evening {
  readonly sale: Sale
  readonly orders: readonly Order[]
}

/** An event of a producer with so many orders by card. */
const evening = async (
  producer: Producer,
  { name, price, orders: count }: { readonly name: string; readonly price: number; readonly orders: number },
): Promise<Evening> => {
  const sale = await createSale(producer, { event: { name }, types: [{ price, sum_total_available: 240 }] })
  const orders: Order[] = []
  for (let index = 0; index < count; index++) {
    const buyer = { name: BUYERS[index % BUYERS.length] ?? BUYERS[0], quantity: 2 + (index % 3) }
    const order = await atGateway(sale.event.uuid, sale.types[0]?.uuid ?? '', 'he', buyer)
    await typeCard(order.url, CARDS.good)
    await until(order, (status) => status === 'paid')
    orders.push(order)
  }
  return { sale, orders }
}

/** Waits until a list has that many rows. */
const grown = async (count: () => Promise<number>, least: number): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if ((await count()) >= least) return
    await sleep(150)
  }
}

/** A new file for a command to read or write. */
const newFile = (name: string): string => join(mkdtempSync(join(tmpdir(), 'kartis-screens-')), name)

/** Approves the newest payout, exports it, hands it in. */
const sendPayout = async ({ call }: Producer, reference: string): Promise<string> => {
  const { data } = await call(listPayouts, { query: {} })
  const payout = data.find(({ status }) => status === 'draft')
  if (!payout) throw new Error('no payout was drafted')
  await command('payouts', 'approve', payout.uuid, '--by', 'Noa')
  await command('bank-file', '--by', 'Noa', '--format', 'csv', '--out', newFile(`${reference}.csv`))
  await command('payouts', 'sent', payout.uuid, '--reference', reference)
  return payout.uuid
}

const bookedOf = async ({ call }: Producer): Promise<number> => (await call(listLedger, { query: {} })).meta.total

/** Lets an event end and makes the statement of it. */
const settle = async (producer: Producer, { sale }: Evening, minutesAgo: number): Promise<void> => {
  await letEventEnd(sale.event.uuid, minutesAgo)
  await command('statements', 'draft', '--account', producer.account, '--by', 'Dana')
}

const FIRST = { name: 'נועה שחר והלהקה: אור של נובמבר', price: 149 } as const

const documented = (producer: Producer, least: number): Promise<void> =>
  grown(async () => (await producer.call(listDocuments, { query: {} })).meta.total, least)

/** Orders of the postponed evening: of a buyer who holds all tickets, a part of them, and none. With few orders they are the same. */
export type Choosing = Readonly<Record<'whole' | 'part' | 'none', Order>>

/** A producer, and orders whose buyers may choose between the tickets of the postponed evening and a refund. */
interface SettledProducer extends Producer {
  readonly choosing: Choosing
}

/** Another person accepts the first tickets of an order. */
const transferFirst = async (order: Order, count: number): Promise<void> => {
  const { data } = await callAs({ order: order.token })(showBuyerOrder, { params: { uuid: order.uuid } })
  for (const { uuid } of data.tickets.slice(0, count)) await accept(await offer(order, uuid), 'דנה ברק')
}

/**
 * Refund runs of an evening that was cancelled, with so many orders, and of one that was postponed and lets buyers choose.
 * @returns orders whose buyers may choose
 */
const refundRuns = async (producer: Producer, orders: number): Promise<Choosing> => {
  const booked = await bookedOf(producer)
  const cancelled = await evening(producer, { name: 'קברט קיץ על הגג', price: 120, orders })
  const postponed = await evening(producer, { name: 'שקיעות: סדרת ג׳אז בגן', price: 110, orders })
  await grown(() => bookedOf(producer), booked + 2 * orders)
  const [none, part = none, whole = part] = postponed.orders
  if (!none || !part || !whole) throw new Error('nobody bought a ticket of the postponed evening')
  if (part !== none) {
    await transferFirst(none, 2)
    await transferFirst(part, 1)
  }
  for (const [{ sale }, kind] of [
    [cancelled, 'cancelled'],
    [postponed, 'postponed'],
  ] as const) {
    const { data } = await producer.call(createRefundRun, { params: { uuid: sale.event.uuid }, body: { kind } })
    await producer.call(approveRefundRun, { params: { uuid: data.uuid } })
  }
  return { whole, part, none }
}

/** A producer whose event is over and settled: with a statement, a tax document, a payout that waits for its approval, and refund runs. */
export const settledProducer = async (): Promise<SettledProducer> => {
  const producer = await newProducer()
  const only = await evening(producer, { ...FIRST, orders: 1 })
  await grown(() => bookedOf(producer), 1)
  await settle(producer, only, 5 * 60)
  await documented(producer, 1)
  return { ...producer, choosing: await refundRuns(producer, 1) }
}

/**
 * The same with a history: three evenings that are over, of which the first was paid out and then refunded in part, one that was
 * cancelled and is refunded, and one that was postponed and lets buyers choose. It takes a minute: not for journeys.
 */
export const producerWithHistory = async (): Promise<SettledProducer> => {
  const producer = await newProducer()
  const booked = (least: number): Promise<void> => grown(() => bookedOf(producer), least)
  const first = await evening(producer, { ...FIRST, orders: 7 })
  await booked(7)
  await settle(producer, first, 6 * 60)
  await command('payouts', 'confirm', await sendPayout(producer, '4417'))
  const [refunded] = first.orders
  if (refunded) await producer.call(cancelOrder, { params: { uuid: refunded.uuid }, body: { refund: true } })
  const second = await evening(producer, { name: 'ערב סטנד־אפ ברחוב הנמל', price: 95, orders: 6 })
  await booked(15)
  await settle(producer, second, 5 * 60 + 30)
  await sendPayout(producer, '4502')
  const third = await evening(producer, { name: 'רביעיית המיתרים: שוברט ומנדלסון', price: 180, orders: 4 })
  await booked(19)
  await settle(producer, third, 5 * 60)
  const choosing = await refundRuns(producer, 3)
  await documented(producer, 3)
  return { ...producer, choosing }
}

/** What an acquirer's report says that our books do not. */
const REPORT = [
  'ref,approval,amount,fee,day,paid_on,deposit',
  '884120,0041877,298.00,2.68,2026-11-24,2026-12-02,D118',
  '884120,0041877,298.00,2.68,2026-11-24,2026-12-02,D118',
  '884391,0042015,450.00,4.05,2026-11-25,2026-12-02,D118',
  '884502,0042230,-149.00,0.00,2026-11-26,2026-12-02,D118',
  '',
].join('\n')

/** A producer whose own acquirer pays it, with one terminal that charges, one that is suspended, and differences to look at. */
export const directProducer = async (): Promise<Producer> => {
  const producer = await newProducer()
  await command('contract', producer.account, '--mode', 'direct')
  const ways = { max_installments: 12, min_installment: 50, bit: true }
  const tranzila = { terminal: 'kartis', app_key: 'sandbox', secret: 'sandbox' }
  const own = await producer.call(addPaymentTerminal, { body: { gateway: 'tranzila', fields: tranzila, ...ways } })
  const cardcom = { terminal: '1000', api_name: 'sandbox', api_password: 'sandbox' }
  const { data } = await producer.call(addPaymentTerminal, { body: { gateway: 'cardcom', fields: cardcom } })
  await producer.call(changePaymentTerminal, { params: { uuid: data.uuid }, body: { status: 'suspended' } })
  const file = newFile('acquirer.csv')
  writeFileSync(file, REPORT)
  await command('reconcile', 'load', file, '--acquirer', 'Isracard', '--terminal', own.data.uuid)
  return producer
}
