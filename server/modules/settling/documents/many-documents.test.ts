import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, freePort, startChild } from '../../../testing/child.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { issueAllDue, issueDueOf } from './issue-due.ts'

const issuer = {
  ISSUER_NUMBER: '515308203',
  ISSUER_NAME: 'כרטיס בע״מ',
  ISSUER_ADDRESS: 'הרצל 1, תל אביב',
  DOCUMENTS_FROM: '2020-01-01',
}

let world: World
let owner: Producer
let port: number
let key: string
const children: Child[] = []

beforeAll(async () => {
  port = await freePort()
  key = randomBytes(32).toString('base64')
  world = await openWorld({ env: { ...issuer, PORT: String(port), KARTIS_KEY: key } })
  owner = await producer(world)
})
afterAll(async () => {
  await Promise.all(children.map((child) => child.kill()))
  await world.close()
})

/**
 * Producers like the one of `owner`. Each has a statement that charges 59.00 and is paid, one that gives 35.40 back, and one
 * that charges 118.00 and leaves a debt. Resolves with their ids.
 */
const producersWithStatements = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => world.platform.newId())
  await sql`
    insert into accounts
    select (jsonb_populate_record(a, jsonb_build_object('id', p.id, 'name', a.name || p.n))).*
    from unnest(${ids}::uuid[]) with ordinality as p (id, n), accounts a where a.id = ${owner.account.uuid}`.execute(
    world.db,
  )
  await sql`
    insert into account_contracts
    select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'account_id', p.id))).*
    from unnest(${ids}::uuid[]) as p (id), account_contracts c where c.account_id = ${owner.account.uuid}`.execute(
    world.db,
  )
  await sql`
    with made as (
      select p.id as account_id, gen_random_uuid() as statement_id, s.number, s.closing,
        md5(p.id::text || s.event)::uuid as event_id, s.card_fee, s.vat
      from unnest(${ids}::uuid[]) as p (id),
        (values (1, 0, 'a', -5000, -900), (2, -3540, 'a', 3000, 540), (3, -11800, 'b', -10000, -1800))
          as s (number, closing, event, card_fee, vat)
    ), statements as (
      insert into statements (id, account_id, number, made_at, made_by, opening, closing, to_seq, hash)
      select statement_id, account_id, number, ${world.clock.now()}, 'Dana', 0, closing, number, 'x' from made
    ), lines as (
      insert into statement_lines (statement_id, position, kind, event_id, event_name, amount)
      select m.statement_id, l.position, l.kind, m.event_id, 'ערב', l.amount
      from made m, lateral (values (1, 'card_fee', m.card_fee), (2, 'vat', m.vat)) as l (position, kind, amount)
    )
    insert into settled_events (event_id, account_id, settled_at, statement_id, seq)
    select event_id, account_id, ${world.clock.now()}, statement_id, 1 from made where number <> 2`.execute(world.db)
  return ids
}

const PER_ACCOUNT = ['tax_invoice_receipt', 'credit_note', 'tax_invoice']

/** What documents of these accounts say, in order of issue. */
const issuedTo = async (ids: readonly string[]): Promise<Map<string, unknown[]>> => {
  const { rows } = await sql<{ account_id: string; type: string; total: number; cited: string | null }>`
    select d.account_id, d.type, d.total::float8 as total, c.account_id as cited
    from documents d left join documents c on c.id = d.cites
    where d.account_id = any(${[...ids]}::uuid[]) order by d.account_id, d.statement_number`.execute(world.db)
  return Map.groupBy(
    rows.map(({ account_id, type, total, cited }) => ({
      account_id,
      type,
      total,
      isOwn: cited === null || cited === account_id,
    })),
    (row) => row.account_id,
  )
}

/** Numbers that are missing or whose hash does not follow from the document before. */
const errorsInNumbers = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select number, previous_hash, lag(hash) over w as before, row_number() over w as place
      from documents window w as (partition by issuer_number, type order by number)
    ) d where number <> place or previous_hash is distinct from before`.execute(world.db)
  return rows[0]?.n ?? -1
}

describe('the documents of many accounts', () => {
  it('are those of each account alone, in its order, also where one cites another of the same transaction', async () => {
    const ids = await producersWithStatements(450)
    expect(await issueAllDue(world.platform)).toHaveLength(1350)
    const issued = await issuedTo(ids)
    expect(issued.size).toBe(450)
    for (const own of issued.values())
      expect(own).toMatchObject([
        { type: 'tax_invoice_receipt', total: 5900, isOwn: true },
        { type: 'credit_note', total: 3540, isOwn: true },
        { type: 'tax_invoice', total: 11_800, isOwn: true },
      ])
    expect(await errorsInNumbers()).toBe(0)
    const { rows } = await sql<{ open: number; n: number }>`
      select open::float8 as open, count(*)::int as n from document_accounts
      where account_id = any(${ids}::uuid[]) group by open`.execute(world.db)
    expect(rows).toEqual([{ open: 8260, n: 450 }])
  })

  it('are each issued once without a gap when many callers race for the same accounts', async () => {
    const ids = await producersWithStatements(300)
    const halves = [ids, ids.toReversed(), ids.slice(100), ids.slice(0, 200), ids.filter((_, index) => index % 2 === 0)]
    const issued = await Promise.all([...halves, ...halves].map((some) => issueDueOf(world.platform, some)))
    expect(issued.flatMap((each) => each.ids)).toHaveLength(900)
    expect(issued.every(({ failed }) => failed.size === 0)).toBe(true)
    expect(await errorsInNumbers()).toBe(0)
  })

  it('have no gap and miss none where the server is killed in the middle of it', async () => {
    const ids = await producersWithStatements(1500)
    const count = async (): Promise<number> =>
      [...(await issuedTo(ids)).values()].reduce((sum, own) => sum + own.length, 0)
    const seen: number[] = []
    for (let kill = 1; kill <= 2; kill++) {
      await world.platform.jobs.enqueueMany(
        world.db,
        'documents.issue',
        ids.map((accountId) => ({ accountId })),
      )
      const before = await count()
      const child = await startChild(port, {
        ...issuer,
        DATABASE_URL: world.url,
        DATA_DIR: world.dataDir,
        KARTIS_KEY: key,
      })
      children.push(child)
      await expect.poll(count, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before)
      await child.kill()
      seen.push(await count())
      expect(await errorsInNumbers()).toBe(0)
    }
    await issueAllDue(world.platform)
    const issued = await issuedTo(ids)
    expect([...issued.values()].every((own) => own.length === PER_ACCOUNT.length)).toBe(true)
    expect(issued.size).toBe(1500)
    expect(await errorsInNumbers()).toBe(0)
    expect(seen[0]).toBeLessThan(1500 * PER_ACCOUNT.length)
  }, 180_000)
})
