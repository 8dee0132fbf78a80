import { randomUUID } from 'node:crypto'
import { admitTickets } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { untilWaiting } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { reissueTickets } from '../../selling/ticketing/index.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

/** Issues a ticket anew, as a transfer does, in a transaction that ends only once somebody waits for the ticket. */
const reissueDuring = async <T>(event: string, ticket: string, act: () => Promise<T>): Promise<T | undefined> => {
  const acting: Promise<T>[] = []
  await inTransaction(world.db, async (tx) => {
    await reissueTickets(tx, event, [ticket])
    acting.push(act())
    await untilWaiting(world, 1)
  })
  return acting[0]
}

describe('a ticket that is issued anew between the reading of a scan and its entry', () => {
  it('is refused with its code of before, which somebody else may have given away', async () => {
    const sold = await soldEventOf(world, owner)
    const ticket = nth(sold, 0)
    const answer = await reissueDuring(sold.event.uuid, ticket.uuid, () =>
      scan(world, scanner, sold.event, ticket.code, { scan_uuid: randomUUID() }),
    )
    expect(answer?.status).toBe(409)
    const row = await world.db
      .selectFrom('tickets')
      .select(['redeemed_at', 'revision'])
      .where('event_id', '=', sold.event.uuid)
      .where('id', '=', ticket.uuid)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ redeemed_at: null, revision: 1 })
  })

  it('enters by its number, which stays, as do the other tickets of a group', async () => {
    const sold = await soldEventOf(world, owner)
    const [first, second] = [nth(sold, 0), nth(sold, 1)]
    const body: BodyIn<typeof admitTickets> = {
      reason: 'device_off',
      tickets: [first, second].map(({ number }) => ({ ticket_uuid: number, scan_uuid: randomUUID() })),
    }
    const answer = await reissueDuring(sold.event.uuid, first.uuid, () =>
      world.call(admitTickets, { ...scanner, params: { uuid: sold.event.uuid }, body }),
    )
    expect(answer?.status).toBe(200)
    expect(answer?.body.data.scan_statistics.total_scanned).toBe(2)
  })
})
