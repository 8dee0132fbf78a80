import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { crowd } from '@kartis/testing/http-client.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import type { Sale } from './world.ts'

/**
 * The ceiling of a purchase: the statements of a purchase, sent to PostgreSQL by a minimal client, one purchase after another on
 * each connection, with prepared statements and BEGIN pipelined with the statement that follows. No HTTP, no rules, no gateway,
 * and no batching, which is part of what is measured.
 */

const PARTS = `json_build_object(
  'lines', (select coalesce(json_agg(l order by l.position), '[]') from order_lines l where l.event_id = $1 and l.order_id = $2),
  'tickets', (select coalesce(json_agg(t order by t.position), '[]') from tickets t where t.event_id = $1 and t.order_id = $2),
  'answers', (select coalesce(json_agg(a order by a.ticket_no), '[]') from order_answers a where a.event_id = $1 and a.order_id = $2),
  'payments', (select coalesce(json_agg(p order by p.created_at desc, p.id desc), '[]') from payments p
    where p.event_id = $1 and p.order_id = $2))`

const SQL = {
  lock_stock: `select s.total, s.held, s.sold, t.price, e.settings from stock s
    join ticket_types t on t.event_id = s.event_id and t.id = s.ticket_type_id join events e on e.id = s.event_id
    where s.event_id = $1 order by s.ticket_type_id for update of s`,
  reserve: `with placed as (
      insert into orders (event_id, id, account_id, token_hash, status, total, tickets_count, lang, expires_at, created_at)
      values ($1, $2, $3, $4, 'reserved', $5, 1, 'he', now() + interval '10 minutes', now()))
    insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price)
    values ($1, $2, 0, $6, 'Ticket', 1, $5)`,
  hold: 'update stock set held = held + 1 where event_id = $1 and ticket_type_id = $2',
  holder: 'select * from orders where event_id = $1 and id = $2',
  to_gateway: `with moved as (
      update orders set status = 'pending_payment', expires_at = now() + interval '20 minutes',
        buyer_name = 'Dana', buyer_phone = $5, buyer_email = 'd@example.com'
      where event_id = $1 and id = $2 and status = 'reserved'
        and not exists (select from event_forms f where f.event_id = $1)
        and not exists (select from payments p where p.event_id = $1 and p.order_id = $2) returning *
    ), noted as (
      insert into order_history (event_id, id, order_id, kind, created_at)
      select event_id, $3, id, 'pending_payment', now() from moved
    ), started as (
      insert into payments (event_id, id, order_id, account_id, provider, method, status, amount, created_at)
      select event_id, $4, id, account_id, 'bare', 'card', 'started', total, now() from moved returning *)
    select moved.*, to_jsonb(started) as payment from moved, started`,
  page: `update payments set url = 'https://pay.example/page', expires_at = now() + interval '20 minutes' where event_id = $1 and id = $2`,
  webhook: `insert into payment_webhooks (id, provider, provider_key, payment_id, body) values ($1, 'bare', $2, $3, '{}') returning *`,
  job: `insert into bare_jobs (id, name, data) values ($1, $2, '{}')`,
  payment: 'select * from payments where id = $1',
  lock_order: 'select * from orders where event_id = $1 and id = $2 for update',
  paid_payment: `with paid as (
      update payments set status = 'paid', paid_at = now(), last4 = '1008', provider_ref = 'x', raw = '{}'
      where event_id = $1 and id = $2 and status <> 'paid' returning *)
    insert into events_log (type, at, account_id, event_id, subject, data)
    select 'payment.paid', paid_at, account_id, event_id, id, jsonb_build_object('order', order_id, 'amount', amount)
    from paid`,
  lines: 'select * from order_lines where event_id = $1 and order_id = $2 order by position',
  paid_order: `update orders set status = 'paid', paid_at = now(), expires_at = null where event_id = $1 and id = $2`,
  confirmed_order: `update orders set status = 'paid', paid_at = now(), expires_at = null,
      buyer_name = 'Dana', buyer_phone = $3, buyer_email = 'd@example.com' where event_id = $1 and id = $2`,
  history: `insert into order_history (event_id, id, order_id, kind, created_at) values ($1, $2, $3, $4, now())`,
  events: `insert into events_log (type, at, account_id, event_id, subject, data)
    values ('order.paid', now(), $1, $2, $3, '{"tickets": 1}')`,
  ticket: `insert into tickets (event_id, id, order_id, ticket_type_id, name, position, price, created_at)
    values ($1, $2, $3, $4, 'Ticket', 1, $5, now())`,
  event: 'select * from events where id = $1',
  messages: `insert into messages (id, channel, "to", lang, template, text, account_id, event_id, order_id, created_at)
    select x.id, x.channel, '+972501234567', 'he', 'tickets_ready', 'Your tickets', $2, $3, $4, now()
    from unnest($1::uuid[], array['sms', 'email']) as x (id, channel)`,
  jobs: `insert into bare_jobs (id, name, data) select id, 'messages.deliver', '{}' from unnest($1::uuid[]) as x (id)`,
  sell: 'update stock set held = held - 1, sold = sold + 1 where event_id = $1 and ticket_type_id = $2',
  close_webhook: `update payment_webhooks set outcome = 'paid', handled_at = now() where id = $1`,
  fetch: 'update bare_jobs set started = now() where id = any($1::uuid[]) returning *',
  claim: `update messages set attempts = attempts + 1 where id = any($1::uuid[]) and status in ('queued', 'failed') returning *`,
  settle: `update messages set status = 'sent', provider = 'bare', sent_at = now() where id = any($1::uuid[])`,
  done: 'update bare_jobs set ended = now() where id = any($1::uuid[])',
  show: `select o.*, ${PARTS} as parts from orders o where o.event_id = $1 and o.id = $2`,
} as const

type Query = (name: keyof typeof SQL, ...values: unknown[]) => Promise<unknown>

interface Line {
  readonly query: Query
  /** In one transaction. */
  readonly all: (steps: () => Promise<void>) => Promise<void>
}

const PRICE = 10_000
const PHONE = '+972501234567'

interface Bought {
  readonly event: string
  readonly type: string
  readonly account: string
  readonly order: string
  readonly payment: string
}

const reserved = async ({ query, all }: Line, { event, type, account, order }: Bought): Promise<void> => {
  await all(async () => {
    await query('lock_stock', event)
    await query('reserve', event, order, account, order, PRICE, type)
    await query('hold', event, type)
  })
}

const toTheGateway = async ({ query }: Line, { event, order, payment }: Bought): Promise<void> => {
  await query('holder', event, order)
  await query('to_gateway', event, order, randomUUID(), payment, PHONE)
  await query('page', event, payment)
}

/** What makes an order paid, in the caller's transaction; `hasDetails`: they were written before. */
const completed = async (
  { query }: Line,
  bought: Bought,
  messages: readonly string[],
  hasDetails: boolean,
): Promise<void> => {
  const { event, type, account, order } = bought
  await query('lines', event, order)
  await (hasDetails ? query('paid_order', event, order) : query('confirmed_order', event, order, PHONE))
  await query('history', event, randomUUID(), order, 'paid')
  await query('events', account, event, order)
  await query('ticket', event, randomUUID(), order, type, PRICE)
  await query('event', event)
  await query('messages', messages, account, event, order)
  await query('jobs', messages)
  await query('sell', event, type)
}

const settled = async (line: Line, bought: Bought, messages: readonly string[]): Promise<void> => {
  const { query, all } = line
  const { event, order, payment } = bought
  const [webhook, job] = [randomUUID(), randomUUID()]
  await all(async () => {
    await query('webhook', webhook, webhook, payment)
    await query('job', job, 'payments.webhook')
  })
  await query('payment', payment)
  await all(async () => {
    await query('lock_order', event, order)
    await query('paid_payment', event, payment)
    await completed(line, bought, messages, true)
  })
  await query('close_webhook', webhook)
}

type Purchase = (line: Line, sale: Sale & { account: string }) => Promise<void>

const messagesSent = async (line: Line, messages: readonly string[]): Promise<void> => {
  await line.query('fetch', messages)
  await line.query('claim', messages)
  await line.query('settle', messages)
  await line.query('done', messages)
}

/** One purchase in the steps of Kartis; the buyer polls the order twice. */
const cardPurchase: Purchase = async (line, { event, type, account }) => {
  const bought = { event, type, account, order: randomUUID(), payment: randomUUID() }
  const messages = [randomUUID(), randomUUID()]
  await reserved(line, bought)
  await toTheGateway(line, bought)
  await line.query('show', event, bought.order)
  await settled(line, bought, messages)
  await line.query('show', event, bought.order)
  await messagesSent(line, messages)
}

/** One order that costs nothing; the buyer looks at it once. */
const freeOrder: Purchase = async (line, { event, type, account }) => {
  const bought = { event, type, account, order: randomUUID(), payment: randomUUID() }
  const messages = [randomUUID(), randomUUID()]
  await reserved(line, bought)
  await line.query('holder', event, bought.order)
  await line.all(async () => {
    await line.query('lock_order', event, bought.order)
    await completed(line, bought, messages, false)
  })
  await line.query('show', event, bought.order)
  await messagesSent(line, messages)
}

const connect = async (url: string) => {
  const client = new Client({
    connectionString: url,
    options: '-c plan_cache_mode=force_generic_plan',
    pipeline: true,
  })
  await client.connect()
  const query: Query = (name, ...values) => client.query({ name, text: SQL[name], values })
  const all = async (steps: () => Promise<void>): Promise<void> => {
    const begun = client.query('begin')
    await steps()
    await Promise.all([begun, client.query('commit')])
  }
  return { client, query, all }
}

interface BareOptions {
  readonly connections: number
  readonly seconds: number
  /** The processor seconds that the database has used. */
  readonly cpu?: () => number
  /** Orders that cost nothing. */
  readonly free?: boolean
}

/** Runs purchases on so many connections for so many seconds. */
export const barePurchases = async (
  url: string,
  sale: Sale & { account: string },
  { connections, seconds, cpu = () => 0, free = false }: BareOptions,
): Promise<Percentiles & { rate: number; database: number }> => {
  const lines = await Promise.all(Array.from({ length: connections }, () => connect(url)))
  await lines[0]?.client.query(
    'create table if not exists bare_jobs (id uuid primary key, name text, data jsonb, started timestamptz, ended timestamptz)',
  )
  const purchase = free ? freeOrder : cardPurchase
  const times: number[] = []
  const before = cpu()
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
  const database = ((cpu() - before) / Math.max(1, times.length)) * 1_000_000
  await Promise.all(lines.map(({ client }) => client.end()))
  return { rate: Math.round(times.length / took), database, ...percentilesOf(times) }
}
