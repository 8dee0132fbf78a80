import type { Pool } from 'pg'

/** Orders of two tickets each, with their lines, payments and tickets, as sales leave them behind; written by the database itself. */
export const fillEvent = async (
  db: Pool,
  { event, type, tickets }: { event: string; type: string; tickets: number },
): Promise<void> => {
  await db.query(ORDERS_OF('array[$1::uuid]', '$2::int'), [event, Math.ceil(tickets / 2)])
  await db.query('update stock set sold = $3 where event_id = $1 and ticket_type_id = $2', [event, type, tickets])
  await db.query('vacuum analyze')
}

/** `events`: an array of event ids; `each`: orders of each of them. */
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

export interface Growth {
  /** The event of which all others are copies. */
  readonly event: string
  readonly events: number
  readonly tickets: number
  readonly say: (line: string) => void
}

/** Copies an event and its ticket type many times, under many workspaces, and sells tickets of all of them. */
export const fillMany = async (db: Pool, { event, events, tickets, say }: Growth): Promise<void> => {
  const accounts = Math.min(ACCOUNTS, events)
  const client = await db.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query(`create table grown as
      select n, uuidv7() as id, uuidv7() as type_id, n % ${accounts} as place from generate_series(1, ${events}) as n`)
    await client.query(
      `create table grown_accounts as select n, uuidv7() as id from generate_series(0, ${accounts - 1}) as n`,
    )
    await client.query(
      `insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', g.id))).*
       from grown_accounts g, accounts a where a.id = (select account_id from events where id = $1)`,
      [event],
    )
    await client.query(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', g.id, 'account_id', a.id,
         'slug', 'grown-' || g.n, 'name', e.name || ' ' || g.n,
         'starts_at', e.starts_at + g.n * interval '7 minutes', 'ends_at', e.ends_at + g.n * interval '7 minutes'))).*
       from grown g join grown_accounts a on a.n = g.place, events e where e.id = $1`,
      [event],
    )
    await client.query(
      `insert into ticket_types select (jsonb_populate_record(t, jsonb_build_object('id', g.type_id, 'event_id', g.id,
         'account_id', a.id))).*
       from grown g join grown_accounts a on a.n = g.place, ticket_types t where t.event_id = $1`,
      [event],
    )
    const each = Math.max(1, Math.ceil(tickets / events / 2))
    await client.query(
      `insert into stock (event_id, ticket_type_id, total, sold) select id, type_id, $1::int + 1000, $1::int from grown`,
      [each * 2],
    )
    for (let from = 1; from <= events; from += EVENTS_AT_ONCE) {
      const began = performance.now()
      await client.query(
        ORDERS_OF(`array(select id from grown where n between $1::int and $1::int + ${EVENTS_AT_ONCE - 1})`, '$2::int'),
        [from, each],
      )
      if (((from - 1) / EVENTS_AT_ONCE) % 8 === 0)
        say(
          `  ${Math.min(events, from + EVENTS_AT_ONCE - 1)} of ${events} events, ${Math.round(performance.now() - began)} ms for the last part`,
        )
    }
    say('  vacuum analyze')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
