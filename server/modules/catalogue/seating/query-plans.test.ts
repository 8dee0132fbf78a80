import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { seatsChangedSince } from '../../selling/inventory/seats/seats-queries.ts'
import { listPublicSeats, readChangedSeats } from './live-queries.ts'
import { listSeats, readSeats } from './seats-queries.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

it('what changed since a revision is read by the revision, and no query reads the seats of another event', async () => {
  const found = await inTransaction(world.db, async (tx) => {
    const eventId = newId()
    await readChangedSeats(tx, eventId, 7)
    await seatsChangedSince(eventId, '7').execute(tx)
    await readSeats(tx, eventId, [1, 2])
    await listSeats(tx, eventId, { page: 1, per_page: 20 })
    await listPublicSeats(tx, eventId, { limit: 20, offset: 0 })
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%event_seats%' and ${true}`.execute(tx)
    const reads: { statement: string; index: string; condition: string }[] = []
    for (const { statement } of rows) {
      const explain: RawBuilder<{ 'QUERY PLAN': readonly { Plan: Plan }[] }> = sql.raw(
        `explain (generic_plan, format json) ${statement}`,
      )
      const [row] = (await explain.execute(tx)).rows
      for (const node of row?.['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)) ?? [])
        if (node['Relation Name'] === 'event_seats' || node['Index Name']?.startsWith('event_seats'))
          reads.push({ statement, index: node['Index Name'] ?? '', condition: node['Index Cond'] ?? '' })
    }
    return reads
  })
  const byRevision = found.filter(({ statement }) => statement.includes('rev >'))
  expect(byRevision.length).toBeGreaterThanOrEqual(2)
  expect(byRevision.filter(({ condition, index }) => index && !condition.includes('rev >'))).toEqual([])
  expect(found.filter(({ index, condition }) => index && !condition.includes('event_id ='))).toEqual([])
})
