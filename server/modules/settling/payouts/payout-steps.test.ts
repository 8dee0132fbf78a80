import { listLedger } from '@kartis/contract/ledger.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookAct } from '../ledger/index.ts'
import { bookedSale, refundOf, saveBank, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { exportBatch } from './export-batch.ts'
import {
  approvePayout,
  confirmPayout,
  markSent,
  type PayoutProblem,
  reissuePayout,
  returnPayout,
} from './payout-steps.ts'
import type { PayoutRow } from './payouts-queries.ts'
import { settleEventPayouts } from './settle-event-payouts.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000

const outcome = (result: PayoutRow | PayoutProblem): string => ('problem' in result ? result.problem : result.state)

/** A payout of 94.10, drafted by Dana. */
const drafted = async (owner: Producer) => {
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
  const due = new Date(Date.parse(event.ends_at) + DAY)
  const statement = await statementAt(world, owner, due)
  if (!statement?.payout) throw new Error('no payout')
  return { id: statement.payout.id, event, due }
}

/** Puts every approved payout into a bank file. */
const exported = () => exportBatch(world.platform, { by: 'Dana', payOn: '2026-12-08' })

describe('a payout', () => {
  it('is approved by another person than the one who drafted it, once', async () => {
    const { id } = await drafted(await producer(world))
    expect(outcome(await approvePayout(world.platform, id, ' dana '))).toBe('second_person')
    const approvals = await Promise.all(['Noa', 'Noa', 'Avi'].map((by) => approvePayout(world.platform, id, by)))
    expect(approvals.map(outcome).toSorted()).toEqual(['approved', 'wrong_state', 'wrong_state'])
    expect(outcome(await approvePayout(world.platform, world.platform.newId(), 'Noa'))).toBe('not_found')
  })

  it('goes from step to step only in order', async () => {
    const { id } = await drafted(await producer(world))
    expect(outcome(await markSent(world.platform, id, 'M1'))).toBe('wrong_state')
    expect(outcome(await confirmPayout(world.platform, id))).toBe('wrong_state')
    await approvePayout(world.platform, id, 'Noa')
    await exported()
    expect(outcome(await markSent(world.platform, id, 'M1'))).toBe('sent')
    expect(outcome(await confirmPayout(world.platform, id))).toBe('confirmed')
    expect(outcome(await confirmPayout(world.platform, id))).toBe('wrong_state')
  })

  it('waits 72 hours after a change of the bank details', async () => {
    const owner = await producer(world)
    const { id } = await drafted(owner)
    await saveBank(world, owner, '111111')
    expect(await approvePayout(world.platform, id, 'Noa')).toEqual({
      problem: 'bank_changed',
      until: new Date(world.clock.now().getTime() + 3 * DAY),
    })
    const later = { ...world.platform, clock: () => new Date(world.clock.now().getTime() + 3 * DAY) }
    expect(outcome(await approvePayout(later, id, 'Noa'))).toBe('approved')
  })

  it('that was returned is issued again once, and leaves the balance once', async () => {
    const owner = await producer(world)
    const { id, due } = await drafted(owner)
    await approvePayout(world.platform, id, 'Noa')
    await exported()
    await markSent(world.platform, id, 'M2')
    await confirmPayout(world.platform, id)
    expect(outcome(await reissuePayout(world.platform, id, 'Dana'))).toBe('wrong_state')
    expect(outcome(await returnPayout(world.platform, id, 'account closed'))).toBe('returned')
    const again = await Promise.all([1, 2].map(() => reissuePayout(world.platform, id, 'Dana')))
    expect(again.map(outcome).toSorted()).toEqual(['draft', 'reissued'])
    expect(await statementAt(world, owner, new Date(due.getTime() + DAY))).toBeUndefined()
    const { body } = await world.call(listLedger, as(owner))
    const moved = body.data.flatMap(({ lines }) => lines).filter((line) => line.ledger_account === 'payouts_in_transit')
    expect(moved.reduce((sum, { amount }) => sum + amount, 0)).toBe(-94.1)
  })
})

describe('the journal of a payout', () => {
  it('says that the sum was set aside when it was drafted, with the state that the payout has now', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner)
    await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
    const due = new Date(world.clock.now().getTime() + 100 * DAY)
    const id = (await statementAt(world, owner, due))?.payout?.id ?? ''
    const stateOf = async () => {
      const { body } = await world.call(listLedger, { ...as(owner), query: { filter: { kind: 'payout' } } })
      return body.data.map(({ payout_status: state }) => state)
    }
    const all = (await world.call(listLedger, as(owner))).body.data
    expect(all.filter(({ kind }) => kind !== 'payout').every(({ payout_status: state }) => state === null)).toBe(true)
    expect(await stateOf()).toEqual(['draft'])
    for (const state of ['approved', 'exported', 'sent', 'confirmed', 'returned'] as const) {
      await world.db.updateTable('payouts').set({ state }).where('id', '=', id).execute()
      expect(await stateOf()).toEqual([state])
    }
  })
})

describe('a payout of an event from before there were statements', () => {
  /** Events with a sale each, and the transfer of these amounts for them. */
  const transferred = async (
    owner: Producer,
    sales: readonly { readonly total: number; readonly amount: number }[],
  ) => {
    const paidAt = world.clock.now()
    const events = []
    for (const { total, amount } of sales) {
      const { event, type } = await eventOnSale(world, owner)
      await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total })
      await world.db
        .insertInto('event_payouts')
        .values({
          event_id: event.uuid,
          id: world.platform.newId(),
          account_id: owner.account.uuid,
          amount,
          reference: 'MASAV 17',
          paid_at: paidAt,
        })
        .execute()
      events.push(event)
    }
    return { events, paidAt }
  }

  it('becomes a statement with its sum, and a refund since then is on the next one', async () => {
    const owner = await producer(world)
    const { events, paidAt } = await transferred(owner, [
      { total: 10_000, amount: 9410 },
      { total: 20_000, amount: 18_820 },
    ])
    const uuid = events[0]?.uuid ?? ''
    await refundOf(world, uuid, 5000)
    await Promise.all([settleEventPayouts(world.platform), settleEventPayouts(world.platform)])
    const report = await world.call(showEvent, { ...as(owner), params: { uuid }, query: { append: ['report'] } })
    expect(report.body.data.report?.payout).toMatchObject({ status: 'paid', paid_at: paidAt.toISOString() })
    const next = await statementAt(world, owner, new Date(paidAt.getTime() + DAY))
    expect(next).toMatchObject({ number: 2, opening: 0, closing: -(5000 - 250 - 45), payout: undefined })
  })

  it('has what the operator noted for the account before, so that it is paid out', async () => {
    const owner = await producer(world)
    const { paidAt } = await transferred(owner, [{ total: 10_000, amount: 9410 }])
    const accountId = owner.account.uuid
    await bookAct(world.platform, { kind: 'correction', accountId, amount: 700 }, world.platform.newId())
    const next = await statementAt(world, owner, new Date(paidAt.getTime() + DAY))
    expect(next).toMatchObject({ number: 2, opening: 700, closing: 0, payout: { amount: 700 } })
  })

  it('becomes a statement without a payout where the transfer was a debt, which the next one carries', async () => {
    const owner = await producer(world)
    const { paidAt } = await transferred(owner, [{ total: 10_000, amount: -300 }])
    const next = await statementAt(world, owner, new Date(paidAt.getTime() + DAY))
    // The event is owed 94.10 by the ledger; the debt of 3.00 on the first statement is part of that.
    expect(next).toMatchObject({ number: 2, opening: -300, closing: 0, payout: { amount: 9410 } })
  })
})
