import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { eventSeats } from '../../selling/inventory/seats/seat-rows.ts'
import { seatsChangedSince } from '../../selling/inventory/seats/seats-queries.ts'
import { eventsToOpen, readOpenings, seatsOfOpening } from './openings-queries.ts'
import { listPublicSeats, readChangedSeats } from './live-queries.ts'
import { listSeats, readSeats } from './seats-queries.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Plan {
  readonly 'Node Type'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

interface Read {
  readonly statement: string
  readonly index: string
  readonly condition: string
}

/** What the statements about seats that this connection has prepared read, planned once for all parameters. */
const readsOf = async (tx: Tx): Promise<readonly Read[]> => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like '%event_seats%' and ${true}`.execute(tx)
  const reads: Read[] = []
  for (const { statement } of rows) {
    const explain: RawBuilder<{ 'QUERY PLAN': readonly { Plan: Plan }[] }> = sql.raw(
      `explain (generic_plan, format json) ${statement}`,
    )
    const [row] = (await explain.execute(tx)).rows
    for (const node of row?.['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)) ?? [])
      if (node['Node Type'] !== 'ModifyTable')
        if (node['Relation Name'] === 'event_seats' || node['Index Name']?.startsWith('event_seats'))
          reads.push({ statement, index: node['Index Name'] ?? '', condition: node['Index Cond'] ?? '' })
  }
  return reads
}

it('what changed since a revision is read by the revision, and no query reads the seats of another event', async () => {
  const found = await inTransaction(world.db, async (tx) => {
    const eventId = newId()
    await readChangedSeats(tx, eventId, 7)
    await seatsChangedSince(eventId, '7').execute(tx)
    await readSeats(tx, eventId, [1, 2])
    await listSeats(tx, eventId, { page: 1, per_page: 20 })
    await listPublicSeats(tx, eventId, { limit: 20, offset: 0 })
    await readOpenings(tx, eventId)
    await seatsOfOpening(tx, eventId, new Date())
    await eventSeats.open(tx, eventId, new Date())
    return readsOf(tx)
  })
  const byRevision = found.filter(({ statement }) => statement.includes('rev >'))
  expect(byRevision.length).toBeGreaterThanOrEqual(2)
  expect(byRevision.filter(({ condition, index }) => index && !condition.includes('rev >'))).toEqual([])
  expect(found.filter(({ index, condition }) => index && !condition.includes('event_id ='))).toEqual([])
})

it('the search for seats that are due reads those that wait for their time alone, however large the halls are', async () => {
  await inTransaction(world.db, async (tx) => {
    const eventId = newId()
    await eventsToOpen(tx, new Date())
    await eventSeats.open(tx, eventId, new Date())
    const reads = (await readsOf(tx)).filter(({ statement }) => statement.includes('opens_at <='))
    expect(reads.length).toBeGreaterThanOrEqual(2)
    for (const { index, condition } of reads) {
      expect(index).toBe('event_seats_opening')
      expect(condition).toContain('opens_at <=')
    }
  })
})
