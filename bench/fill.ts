import type { Pool } from 'pg'

/** An event and the number of tickets of its first type to sell. */
export interface Sold {
  readonly event: string
  readonly type: string
  readonly tickets: number
}

const sellOne = async (db: Pool, { event, type, tickets }: Sold): Promise<void> => {
  await db.query(ORDERS_OF('array[$1::uuid]', '$2::int'), [event, Math.ceil(tickets / 2)])
  await db.query('update stock set sold = $3 where event_id = $1 and ticket_type_id = $2', [event, type, tickets])
}

/** Inserts paid orders of two tickets each with lines, payments and tickets, generated inside the database. */
export const fillEvent = async (db: Pool, sold: Sold): Promise<void> => {
  await sellOne(db, sold)
  await db.query(`vacuum analyze ${FILLED}`)
}

/** The filled tables. Others are measured while they fill, and the planner must not see them as empty, as it would in no real installation. */
const FILLED = 'accounts, events, ticket_types, stock, orders, order_lines, payments, tickets'

/** `events`: SQL of an array of event ids; `each`: number of orders per event. */
const ORDERS_OF = (events: string, each: string): string => `
  with e as (
    select e.id, e.account_id, t.id as type_id, t.name, t.price
    from unnest(${events}) as w (id) join events e on e.id = w.id
    join lateral (select * from ticket_types where event_id = e.id order by position limit 1) t on true
  ), o as (
    insert into orders (event_id, id, account_id, token_hash, status, total, tickets_count, buyer_name, buyer_phone,
      buyer_email, created_at, paid_at)
    select e.id, uuidv7(), e.account_id, md5(random()::text), 'paid', 2 * e.price, 2, 'דנה כהן ' || n,
      '+97252' || lpad((random() * 9999999)::int::text, 7, '0'), 'buyer' || n || '@example.co.il', at, at
    from e cross join generate_series(1, ${each}) as n
    cross join lateral (select now() - random() * interval '60 days' + n * interval '0' as at) w
    returning event_id, id, account_id, total, created_at
  ), l as (
    insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price)
    select o.event_id, o.id, 0, e.type_id, e.name, 2, e.price from o join e on e.id = o.event_id
  ), p as (
    insert into payments (event_id, id, order_id, account_id, provider, status, amount, last4, bucket, created_at, paid_at)
    select event_id, uuidv7(), id, account_id, 'bench', 'paid', total, '1008', 'regular', created_at, created_at from o
  )
  insert into tickets (event_id, id, order_id, ticket_type_id, name, position, price, created_at)
  select o.event_id, uuidv7(), o.id, e.type_id, e.name, place, e.price, o.created_at
  from o join e on e.id = o.event_id cross join generate_series(1, 2) as place`

const ACCOUNTS = 500
const EVENTS_AT_ONCE = 250
/** Statements that run in parallel. */
const WORKERS = 2

export interface Growth {
  /** The event that all others copy. */
  readonly event: string
  readonly events: number
  readonly tickets: number
  /** Single events to fill as well. */
  readonly also: readonly Sold[]
  readonly log: (line: string) => void
}

/** Settings without durability and autovacuum, while the database is filled. */
const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
} as const

/** Runs `act` without durability, then restores the settings and writes everything to disk. */
const withoutDurability = async (db: Pool, act: () => Promise<void>): Promise<void> => {
  for (const [name, value] of Object.entries(FAST_SETTINGS)) await db.query(`alter system set ${name} = '${value}'`)
  await db.query('select pg_reload_conf()')
  try {
    await act()
  } finally {
    for (const name of Object.keys(FAST_SETTINGS)) await db.query(`alter system reset ${name}`)
    await db.query('select pg_reload_conf()')
    await db.query('checkpoint')
  }
}

/** Copies one event and its ticket type many times, under many accounts. */
const copyEvents = async (db: Pool, { event, events }: Growth, each: number): Promise<void> => {
  const accounts = Math.min(ACCOUNTS, events)
  await db.query(`create table grown as
    select n, uuidv7() as id, uuidv7() as type_id, n % ${accounts} as place from generate_series(1, ${events}) as n`)
  await db.query(
    `create table grown_accounts as select n, uuidv7() as id from generate_series(0, ${accounts - 1}) as n`,
  )
  await db.query(
    `insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', g.id))).*
     from grown_accounts g, accounts a where a.id = (select account_id from events where id = $1)`,
    [event],
  )
  await db.query(
    `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', g.id, 'account_id', a.id,
       'slug', 'grown-' || g.n, 'name', e.name || ' ' || g.n,
       'starts_at', e.starts_at + g.n * interval '7 minutes', 'ends_at', e.ends_at + g.n * interval '7 minutes'))).*
     from grown g join grown_accounts a on a.n = g.place, events e where e.id = $1`,
    [event],
  )
  await db.query(
    `insert into ticket_types select (jsonb_populate_record(t, jsonb_build_object('id', g.type_id, 'event_id', g.id,
       'account_id', a.id))).*
     from grown g join grown_accounts a on a.n = g.place, ticket_types t where t.event_id = $1`,
    [event],
  )
  await db.query(
    `insert into stock (event_id, ticket_type_id, total, sold) select id, type_id, $1::int + 1000, $1::int from grown`,
    [each * 2],
  )
}

/** Sells tickets of all copied events, in parallel batches of events. */
const sellEvents = async (db: Pool, { events, log }: Growth, each: number): Promise<void> => {
  const began = performance.now()
  let [next, done] = [1, 0]
  const hand = async (): Promise<void> => {
    while (next <= events) {
      const from = next
      next += EVENTS_AT_ONCE
      await db.query(
        ORDERS_OF(`array(select id from grown where n between $1::int and $1::int + ${EVENTS_AT_ONCE - 1})`, '$2::int'),
        [from, each],
      )
      done = Math.min(events, done + EVENTS_AT_ONCE)
      const seconds = (performance.now() - began) / 1000
      if ((done / EVENTS_AT_ONCE) % 8 === 0 || done === events)
        log(`  ${(done * each * 2).toLocaleString('en')} tickets in ${Math.round(seconds)} s`)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, hand))
}

/** Copies an event and its ticket type many times, under many accounts, and sells tickets of all copies. */
export const fillMany = (db: Pool, growth: Growth): Promise<void> =>
  withoutDurability(db, async () => {
    const each = Math.max(1, Math.ceil(growth.tickets / growth.events / 2))
    await copyEvents(db, growth, each)
    await sellEvents(db, growth, each)
    for (const sold of growth.also) await sellOne(db, sold)
    growth.log('  vacuum analyze')
    await db.query(`vacuum analyze ${FILLED}`)
  })
