import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** The gateway's references of an event's payments, at the installation's terminal, and the ledger's events of them. */
export const bookPayments = async (db: Pool, event: string): Promise<void> => {
  await db.query(
    `update payments p set provider_ref = 'bench-' || x.n, terminal_id = (select id from payment_terminals limit 1)
     from (select id, row_number() over (order by id) as n from payments where event_id = $1) x
     where p.event_id = $1 and p.id = x.id`,
    [event],
  )
  await db.query(
    `insert into events_log (type, at, account_id, event_id, subject, data)
     select 'payment.paid', paid_at, account_id, event_id, id,
       jsonb_build_object('order', order_id, 'amount', amount, 'method', method)
     from payments where event_id = $1`,
    [event],
  )
}

const BOOKING_MS = 600_000

/** Waits until the ledger has so many journals of an event. */
export const untilBooked = async (db: Pool, event: string, orders: number): Promise<void> => {
  const deadline = performance.now() + BOOKING_MS
  for (;;) {
    const { rows } = await db.query<{ n: string }>('select count(*) as n from journals where event_id = $1', [event])
    if (Number(rows[0]?.n) >= orders) return
    if (performance.now() > deadline) throw new Error(`only ${rows[0]?.n} of ${orders} payments were booked`)
    await sleep(500)
  }
}

/** Lines of an acquirer's report of an event's payments. */
export const acquirerLines = async (db: Pool, event: string): Promise<string> => {
  const { rows } = await db.query<{ ref: string; amount: string; fee: string; day: string }>(
    `select provider_ref as ref, to_char(amount / 100.0, 'FM999999990.00') as amount,
       to_char(round(amount * 0.01) / 100.0, 'FM999999990.00') as fee,
       (paid_at at time zone 'Asia/Jerusalem')::date::text as day
     from payments where event_id = $1 order by id`,
    [event],
  )
  return [
    'ref,amount,fee,day,deposit',
    ...rows.map((row) => `${row.ref},${row.amount},${row.fee},${row.day},D1`),
    '',
  ].join('\n')
}

/**
 * Producers like the one of `account`, each with bank details of ten days ago, one statement about the fees of an event, and
 * its approved payout.
 */
export const fillProducers = async (db: Pool, account: string, producers: number): Promise<void> => {
  await db.query(
    `create table paid_producers as
     select n, uuidv7() as id, uuidv7() as bank, uuidv7() as statement, uuidv7() as event from generate_series(1, ${producers}) as n`,
  )
  await db.query(
    `insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', p.id, 'name', a.name || ' ' || p.n))).*
     from paid_producers p, accounts a where a.id = $1`,
    [account],
  )
  await db.query(
    `insert into account_bank_details
     select (jsonb_populate_record(b, jsonb_build_object('id', p.bank, 'account_id', p.id, 'created_at', now() - interval '10 days'))).*
     from paid_producers p, account_bank_details b
     where b.id = (select id from account_bank_details where account_id = $1 order by created_at desc limit 1)`,
    [account],
  )
  await db.query(
    `insert into account_contracts
     select (jsonb_populate_record(c, jsonb_build_object('id', uuidv7(), 'account_id', p.id))).*
     from paid_producers p, account_contracts c where c.account_id = $1`,
    [account],
  )
  await db.query(
    `insert into statements (id, account_id, number, made_at, made_by, opening, closing, to_seq, hash)
     select statement, id, 1, now(), 'bench', 0, 0, 0, md5(id::text) from paid_producers`,
  )
  await db.query(
    `insert into statement_lines (statement_id, position, kind, event_id, event_name, amount)
     select p.statement, l.position, l.kind, p.event, 'הופעה', l.amount
     from paid_producers p, (values (1, 'sale', 100000), (2, 'card_fee', -5000), (3, 'vat', -900), (4, 'payout', -94100)) as l (position, kind, amount)`,
  )
  await db.query(
    `insert into settled_events (event_id, account_id, settled_at, statement_id, seq)
     select event, id, now(), statement, 0 from paid_producers`,
  )
  await db.query(
    `insert into payouts (id, account_id, statement_id, state, amount, drafted_by, drafted_at, approved_by, approved_at, bank_details_id)
     select uuidv7(), id, statement, 'approved', 94100, 'Dana', now(), 'Noa', now(), bank from paid_producers`,
  )
  await db.query('vacuum analyze accounts, account_bank_details, statements, statement_lines, settled_events, payouts')
}
