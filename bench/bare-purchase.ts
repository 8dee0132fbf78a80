import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { crowd } from './client.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import type { Sale } from './world.ts'

/**
 * The ceiling of a purchase: what a purchase reads and writes, said to PostgreSQL by the smallest client there is, one
 * transaction for each step of each buyer, every statement prepared. No HTTP, no rules, no gateway.
 */

const SQL = {
  lock_stock: `select s.total, s.held, s.sold, t.price from stock s
    join ticket_types t on t.event_id = s.event_id and t.id = s.ticket_type_id join events e on e.id = s.event_id
    where s.event_id = $1 order by s.ticket_type_id for update of s`,
  hold: 'update stock set held = held + 1 where event_id = $1 and ticket_type_id = $2',
  order: `insert into orders (event_id, id, account_id, token_hash, status, total, tickets_count, lang, expires_at, created_at)
    values ($1, $2, $3, $4, 'reserved', $5, 1, 'he', now() + interval '10 minutes', now())`,
  line: `insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price)
    values ($1, $2, 0, $3, 'Ticket', 1, $4)`,
  holder: 'select event_id, token_hash from orders where id = $1',
  lock_order: 'select * from orders where event_id = $1 and id = $2 for update',
  details: `update orders set buyer_name = 'Dana', buyer_phone = $3, buyer_email = 'd@example.com' where event_id = $1 and id = $2`,
  show_order: 'select * from orders where event_id = $1 and id = $2',
  show_lines: 'select * from order_lines where event_id = $1 and order_id = $2 order by position',
  show_tickets: 'select * from tickets where event_id = $1 and order_id = $2 order by position',
  show_payments: 'select * from payments where event_id = $1 and order_id = $2',
  show_answers: 'select * from order_answers where event_id = $1 and order_id = $2',
  event: 'select * from events where id = $1',
  questions: 'select * from event_forms where event_id = $1',
  payment: `insert into payments (event_id, id, order_id, account_id, provider, status, amount, created_at)
    values ($1, $2, $3, $4, 'bare', 'started', $5, now())`,
  at_gateway: `update orders set status = 'pending_payment', expires_at = now() + interval '20 minutes' where event_id = $1 and id = $2`,
  history: `insert into order_history (event_id, id, order_id, kind, created_at) values ($1, $2, $3, $4, now())`,
  page: `update payments set url = 'https://pay.example/page', expires_at = now() + interval '20 minutes' where event_id = $1 and id = $2`,
  word: `insert into gateway_words (id, provider, provider_key, payment_id, body) values ($1, 'bare', $2, $3, '{}')`,
  job: `insert into bare_jobs (id, name, data) values ($1, $2, '{}')`,
  job_done: 'delete from bare_jobs where id = $1',
  read_word: 'select * from gateway_words where id = $1',
  read_payment: 'select * from payments where id = $1',
  paid_payment: `update payments set status = 'paid', paid_at = now(), last4 = '1008', provider_ref = 'x' where event_id = $1 and id = $2`,
  paid_order: `update orders set status = 'paid', paid_at = now(), expires_at = null where event_id = $1 and id = $2`,
  ticket: `insert into tickets (event_id, id, order_id, ticket_type_id, name, position, price, created_at)
    values ($1, $2, $3, $4, 'Ticket', 1, $5, now())`,
  message: `insert into messages (id, channel, "to", lang, template, text, account_id, event_id, order_id, created_at)
    values ($1, 'sms', '+972501234567', 'he', 'tickets_ready', 'Your tickets', $2, $3, $4, now())`,
  sell: 'update stock set held = held - 1, sold = sold + 1 where event_id = $1 and ticket_type_id = $2',
  close_word: `update gateway_words set outcome = 'paid', handled_at = now() where id = $1`,
} as const

type Say = (name: keyof typeof SQL, ...values: unknown[]) => Promise<unknown>

const PRICE = 10_000

const show = async (say: Say, event: string, order: string): Promise<void> => {
  await say('show_order', event, order)
  await say('show_lines', event, order)
  await say('show_tickets', event, order)
  await say('show_answers', event, order)
  await say('show_payments', event, order)
  await say('event', event)
}

/** One purchase, step by step as Kartis takes it. */
const purchase = async (
  { say, all }: { say: Say; all: (steps: () => Promise<void>) => Promise<void> },
  { event, type, account }: Sale & { account: string },
): Promise<void> => {
  const [order, payment, word, jobs] = [randomUUID(), randomUUID(), randomUUID(), [randomUUID(), randomUUID()]]
  await all(async () => {
    await say('lock_stock', event)
    await say('hold', event, type)
    await say('order', event, order, account, order, PRICE)
    await say('line', event, order, type, PRICE)
  })
  await say('holder', order)
  await all(async () => {
    await say('lock_order', event, order)
    await say('details', event, order, '+972501234567')
  })
  await show(say, event, order)
  await say('holder', order)
  await all(async () => {
    await say('lock_order', event, order)
    await say('questions', event)
    await say('payment', event, payment, order, account, PRICE)
    await say('at_gateway', event, order)
    await say('history', event, randomUUID(), order, 'payment_started')
  })
  await say('event', event)
  await say('page', event, payment)
  await say('show_order', event, order)
  await all(async () => {
    await say('word', word, word, payment)
    await say('job', jobs[0], 'payments.word')
  })
  await say('read_word', word)
  await say('read_payment', payment)
  await all(async () => {
    await say('lock_order', event, order)
    await say('paid_payment', event, payment)
    await say('show_lines', event, order)
    await say('paid_order', event, order)
    await say('history', event, randomUUID(), order, 'paid')
    await say('ticket', event, randomUUID(), order, type, PRICE)
    await say('event', event)
    await say('message', randomUUID(), account, event, order)
    await say('job', jobs[1], 'post.send')
    await say('sell', event, type)
  })
  await say('close_word', word)
  await say('job_done', jobs[0])
  await say('holder', order)
  await show(say, event, order)
}

const connect = async (url: string) => {
  const client = new Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' })
  await client.connect()
  const say: Say = (name, ...values) => client.query({ name, text: SQL[name], values })
  const all = async (steps: () => Promise<void>): Promise<void> => {
    await client.query('begin')
    await steps()
    await client.query('commit')
  }
  return { client, say, all }
}

/** Purchases from so many connections at once, for so many seconds. */
export const barePurchases = async (
  url: string,
  sale: Sale & { account: string },
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Percentiles & { rate: number; done: number }> => {
  const lines = await Promise.all(Array.from({ length: connections }, () => connect(url)))
  await lines[0]?.client.query('create table if not exists bare_jobs (id uuid primary key, name text, data jsonb)')
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await crowd(connections, connections, async (place) => {
    const line = lines[place]
    if (!line) return
    while (performance.now() < until) {
      const start = performance.now()
      await purchase(line, sale)
      times.push(performance.now() - start)
    }
  })
  const took = (performance.now() - began) / 1000
  await Promise.all(lines.map(({ client }) => client.end()))
  return { rate: Math.round(times.length / took), done: times.length, ...percentilesOf(times) }
}
