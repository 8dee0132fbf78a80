import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { withPool } from './invariants.ts'
import type { Line, Scene } from './scenario.ts'

const shekels = (agorot: number): string => `${(agorot / 100).toFixed(2)} ₪`

const firstRow = async <T extends Record<string, unknown>>(pool: Pool, text: string, account: string): Promise<T> => {
  const { rows } = await pool.query<T>(text, [account])
  if (!rows[0]) throw new Error(`no row: ${text}`)
  return rows[0]
}

const statements = async (pool: Pool, account: string): Promise<Line> => {
  const { count, gaps, apart, wrong } = await firstRow<{ count: number; gaps: number; apart: number; wrong: number }>(
    pool,
    `select count(*)::int as count, (max(number) - count(*))::int as gaps,
       (count(*) filter (where opening <> coalesce(before, 0)))::int as apart,
       (count(*) filter (where opening + lines <> closing or transferred + paid <> 0))::int as wrong
     from (select s.number, s.opening, s.closing, lag(s.closing) over (order by s.number) as before,
         (select coalesce(sum(amount), 0) from statement_lines l where l.statement_id = s.id) as lines,
         (select coalesce(sum(amount), 0) from statement_lines l where l.statement_id = s.id and kind = 'payout') as transferred,
         (select coalesce(sum(amount), 0) from payouts p where p.statement_id = s.id and p.reissue_of is null) as paid
       from statements s where s.account_id = $1) x`,
    account,
  )
  return {
    what: 'statements follow one another: no number and no agora is missing between them',
    holds: count > 0 && gaps === 0 && apart === 0 && wrong === 0,
    note: `${count} statements, ${gaps} gaps, ${apart} with another opening balance, ${wrong} that do not sum up`,
  }
}

const sales = async (pool: Pool, account: string, { gateway }: Scene['installation']): Promise<Line> => {
  const stated = await firstRow<{ sale: number; refund: number }>(
    pool,
    `select (coalesce(sum(amount) filter (where kind = 'sale'), 0))::float8 as sale,
       (coalesce(sum(amount) filter (where kind = 'refund'), 0))::float8 as refund
     from statement_lines l join statements s on s.id = l.statement_id where s.account_id = $1`,
    account,
  )
  const charged = [...gateway.charges.values()].reduce((left, right) => left + right, 0)
  const returned = gateway.refunds.reduce((left, { amount }) => left + amount, 0)
  return {
    what: 'statements have every charge and every refund of the gateway, once',
    holds: stated.sale === charged && stated.refund === -returned && returned > 0,
    note: `sales ${shekels(stated.sale)} of ${shekels(charged)} charged, refunds ${shekels(stated.refund)} of ${shekels(returned)} given back`,
  }
}

const ledger = async (pool: Pool, account: string): Promise<Line> => {
  const { apart, owed, closing, transit } = await firstRow<{
    apart: number
    owed: number
    closing: number
    transit: number
  }>(
    pool,
    `with e as (select j.kind, e.ledger_account, e.amount from journals j join ledger_entries e using (account_id, seq)
       where j.account_id = $1),
     booked as (select kind, -sum(amount) as amount from e where ledger_account = 'producer_payable' group by 1),
     stated as (select l.kind, sum(l.amount) as amount from statement_lines l join statements s on s.id = l.statement_id
       where s.account_id = $1 group by 1)
     select (select count(*)::int from booked full join stated using (kind)
         where kind <> 'payout' and coalesce(booked.amount, 0) <> coalesce(stated.amount, 0)) as apart,
       (select -coalesce(sum(amount), 0)::float8 from e where ledger_account = 'producer_payable') as owed,
       (select coalesce(sum(amount), 0)::float8 from e where ledger_account = 'payouts_in_transit') as transit,
       (select closing::float8 from statements where account_id = $1 order by number desc limit 1) as closing`,
    account,
  )
  return {
    what: 'ledger and statements agree in each kind, and nothing is on its way any more',
    holds: apart === 0 && owed === closing && transit === 0,
    note: `${apart} kinds apart; the ledger owes ${shekels(owed)}, the last statement ${shekels(closing)}, ${shekels(transit)} in transit`,
  }
}

const payouts = async (pool: Pool, account: string, folder: string): Promise<Line[]> => {
  const { rows } = await pool.query<{ id: string; amount: number; state: string; journals: number }>(
    `select id, amount::float8 as amount, state, (select count(*)::int from journals j
       where j.kind in ('payout', 'payout_confirmed') and j.ref = p.id::text) as journals
     from payouts p where account_id = $1`,
    [account],
  )
  const open = rows.filter(({ state }) => state !== 'confirmed')
  const wrong = rows.filter(({ journals }) => journals !== 2)
  const transferred = new Map<string, number[]>()
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  for (const file of files)
    for (const row of readFileSync(join(folder, file), 'utf8').trim().split('\r\n').slice(1)) {
      const cells = row.split(',')
      const payout = cells.at(-1) ?? ''
      transferred.set(payout, [...(transferred.get(payout) ?? []), Math.round(Number(cells.at(-4)) * 100)])
    }
  const differing = rows.filter(({ id, amount }) => transferred.get(id)?.join() !== String(amount))
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  return [
    {
      what: 'every payout is booked once and confirmed once',
      holds: rows.length > 0 && open.length === 0 && wrong.length === 0,
      note: `${rows.length} payouts, ${shekels(total)}; ${open.length} open, ${wrong.length} booked otherwise`,
    },
    {
      what: 'every payout stands in one bank file, with its amount',
      holds: differing.length === 0 && transferred.size === rows.length,
      note: `${files.length} files with ${transferred.size} payouts; ${differing.length} differ`,
    },
  ]
}

/** What must hold of the money of an account once everything is settled; bank files are the .csv of a folder. */
export const checkSettlement = ({ installation, stage }: Scene, folder: string): Promise<readonly Line[]> =>
  withPool(installation.ownerDatabase(), async (pool) => {
    const { account } = stage.producer
    return [
      await statements(pool, account),
      await sales(pool, account, installation),
      await ledger(pool, account),
      ...(await payouts(pool, account, folder)),
    ]
  })
