import { answerDispute, listDisputes, showDispute } from '@kartis/contract/disputes.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { listLedger } from '@kartis/contract/ledger.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { sum } from '@kartis/domain/money.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, refundOf, statementAt } from '../../../testing/settlements.ts'
import { renderIn } from '../../../testing/templates.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { setContract } from '../../people/accounts/index.ts'
import { readShownDispute } from './disputes-queries.ts'
import { moveDispute } from './move-dispute.ts'
import { noteDispute, type Notice } from './note-dispute.ts'
import { remindOfDisputes } from './remind.ts'
import { disputeNotice } from './templates.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ now: '2026-11-20T10:00:00Z' })
})
afterAll(() => world.close())

const DAY = 86_400_000

/** A producer with one charge. */
const charged = async (total = 10_000) => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total })
  const payment = await world.db
    .selectFrom('payments')
    .select('id')
    .where('event_id', '=', event.uuid)
    .executeTakeFirstOrThrow()
  return { owner, event, type, paymentId: payment.id }
}

const noted = async (paymentId: string, notice: Partial<Notice> = {}) => {
  const result = await noteDispute(world.platform, { paymentId, reference: 'C1', reason: '', by: 'Dana', ...notice })
  if ('problem' in result) throw new Error(result.problem)
  return result
}

const shown = async (owner: Producer, uuid: string) =>
  (await world.call(showDispute, { ...as(owner), params: { uuid } })).body.data

/** As it is stored: sessions end within the days that a test lets pass. */
const stored = (owner: Producer, id: string) => readShownDispute(world.db, owner.account.uuid, id)

const answered = (owner: Producer, uuid: string, body: object) =>
  world.call(answerDispute, { ...as(owner), params: { uuid }, body: body as { note?: string } })

const balance = async (owner: Producer) => (await world.call(showBalance, as(owner))).body.data

const messagesOf = async (owner: Producer): Promise<number> =>
  (
    await world.db
      .selectFrom('messages')
      .select('id')
      .where('account_id', '=', owner.account.uuid)
      .where('template', '=', 'dispute_notice')
      .execute()
  ).length

const journalsOf = async (owner: Producer) => {
  const { data } = (await world.call(listLedger, as(owner))).body
  return data
    .filter(({ kind }) => kind.startsWith('dispute'))
    .map(({ kind, lines }) => [kind, ...lines.map((line) => `${line.ledger_account} ${line.amount}`)])
}

const recorded = async (uuid: string) =>
  (await world.db.selectFrom('events_log').select('type').where('subject', '=', uuid).orderBy('id').execute()).map(
    ({ type }) => type,
  )

describe('a dispute', () => {
  it('is noted once: the amount is held, every manager hears of it, and the deadline is ten days later', async () => {
    const { owner, paymentId } = await charged()
    await joinAs(world, owner, 'manager')
    await joinAs(world, owner, 'finance')
    const { id } = await noted(paymentId, { amount: 6000, reason: 'לא ביצעתי' })
    expect(await noteDispute(world.platform, { paymentId, reference: 'C1', reason: '', by: 'Dana' })).toEqual({
      problem: 'exists',
    })
    expect(await noteDispute(world.platform, { paymentId, reference: 'C2', reason: '', by: 'Dana' })).toEqual({
      problem: 'exists',
    })
    expect(await shown(owner, id)).toMatchObject({
      reference: 'C1',
      reason: 'לא ביצעתי',
      status: 'notified',
      amount: 60,
      held_amount: 60,
      deadline: '2026-11-30',
      answers: ['sent', 'accepted'],
      payment: { amount: 100, refunded_amount: 0 },
    })
    expect(await messagesOf(owner)).toBe(2)
    expect(await journalsOf(owner)).toEqual([['dispute', 'producer_payable 60', 'disputes_reserve -60']])
    expect(await balance(owner)).toMatchObject({ reserved: 60, parts: { disputes: 60 } })
    expect(await recorded(id)).toEqual(['dispute.notified'])
  })

  it('is not noted beyond the charge, nor of what is no card payment', async () => {
    const { paymentId } = await charged()
    const notice = { paymentId, reference: 'C1', reason: '', by: 'Dana' }
    expect(await noteDispute(world.platform, { ...notice, amount: 10_001 })).toEqual({
      problem: 'too_much',
      most: 10_000,
    })
    const unknown = { ...notice, paymentId: world.platform.newId() }
    expect(await noteDispute(world.platform, unknown)).toEqual({ problem: 'not_found' })
    const { id } = await noted(paymentId, { amount: 4000 })
    await moveDispute(world.platform, id, { to: 'lost', by: 'Dana' })
    expect(await noteDispute(world.platform, { ...notice, reference: 'C2', amount: 6001 })).toEqual({
      problem: 'too_much',
      most: 6000,
    })
    await noted(paymentId, { reference: 'C2' })
  })

  it('that was lost was noted before, although nothing of the charge is left', async () => {
    const { paymentId } = await charged()
    const { id } = await noted(paymentId)
    await moveDispute(world.platform, id, { to: 'lost', by: 'Dana' })
    expect(await noteDispute(world.platform, { paymentId, reference: 'C1', reason: '', by: 'Dana' })).toEqual({
      problem: 'exists',
    })
  })

  it('goes from sent to won: the producer says that it was sent, the operator that it was won', async () => {
    const { owner, paymentId } = await charged()
    const { id } = await noted(paymentId)
    const before = await balance(owner)
    expect((await answered(owner, id, { status: 'won' })).error).toMatchObject({
      code: 'conflict',
      detail: { status: 'notified' },
    })
    const sent = await answered(owner, id, { status: 'sent', note: 'בדואר רשום' })
    expect(sent.body.data).toMatchObject({ status: 'sent', note: 'בדואר רשום', answers: ['accepted'] })
    expect(sent.body.data.sent_at).not.toBeNull()
    expect((await answered(owner, id, { status: 'sent' })).error?.code).toBe('conflict')
    const win = () => moveDispute(world.platform, id, { to: 'won', by: 'Dana' })
    const ends = await Promise.all([win(), win(), win()])
    expect(ends.filter((end) => end === undefined)).toHaveLength(1)
    expect(await journalsOf(owner)).toEqual([
      ['dispute_won', 'disputes_reserve 100', 'producer_payable -100'],
      ['dispute', 'producer_payable 100', 'disputes_reserve -100'],
    ])
    const after = await balance(owner)
    expect(after.parts.disputes).toBe(0)
    expect(after.pending - before.pending).toBe(100)
    expect(await recorded(id)).toEqual(['dispute.notified', 'dispute.sent', 'dispute.won'])
    expect(await shown(owner, id)).toMatchObject({ status: 'won', held_amount: 0, changed_by: 'Dana', answers: [] })
  })

  it('that is accepted is taken by the acquirer, and is on the next statement of an event that was paid out', async () => {
    const { owner, event, paymentId } = await charged(100_000)
    const due = new Date(Date.parse(event.ends_at) + DAY)
    expect(await statementAt(world, owner, due)).toMatchObject({ closing: 0, payout: { amount: 94_100 } })
    await refundOf(world, event.uuid, 30_000)
    const { id } = await noted(paymentId)
    expect((await answered(owner, id, { status: 'accepted' })).body.data).toMatchObject({ status: 'accepted' })
    expect((await answered(owner, id, { note: 'הקונה צודק' })).body.data).toMatchObject({
      status: 'accepted',
      note: 'הקונה צודק',
    })
    const next = await statementAt(world, owner, new Date(due.getTime() + DAY))
    // 300.00 went back to the buyer and the acquirer took 1,000.00; fees of the refunded part are given back.
    expect(next?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refund', -30_000],
      ['card_fee', 1500],
      ['vat', 270],
      ['dispute_lost', -100_000],
    ])
    expect(next?.closing).toBe(sum([-30_000, 1500, 270, -100_000]))
  })

  it('that is lost after the statement that set it aside has its word and its sum on the next one', async () => {
    const { owner, event, paymentId } = await charged(100_000)
    const due = new Date(Date.parse(event.ends_at) + DAY)
    const { id } = await noted(paymentId)
    const linesAt = async (at: Date) =>
      (await statementAt(world, owner, at))?.lines
        .filter(({ kind }) => kind.startsWith('dispute'))
        .map(({ kind, amount }) => [kind, amount])
    expect(await linesAt(due)).toEqual([['dispute', -100_000]])
    const adjustments = async () => {
      const query = { append: ['report' as const] }
      const reply = await world.call(showEvent, { ...as(owner), params: { uuid: event.uuid }, query })
      return reply.body.data.report?.adjustments
    }
    expect(await adjustments()).toMatchObject({ disputes: -1000, disputes_lost: 0 })
    expect(await moveDispute(world.platform, id, { to: 'lost', by: 'Dana' })).toBeUndefined()
    expect(await adjustments()).toMatchObject({ disputes: 0, disputes_lost: -1000 })
    expect(await linesAt(new Date(due.getTime() + DAY))).toEqual([
      ['dispute', 100_000],
      ['dispute_lost', -100_000],
    ])
  })

  it('of a charge on the own terminal holds nothing, and its decision is the producer’s to note', async () => {
    const owner = await producer(world)
    await setContract(world.platform, owner.account.uuid, { mode: 'direct' })
    const { event, type } = await eventOnSale(world, owner)
    await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
    const payment = await world.db
      .selectFrom('payments')
      .select('id')
      .where('event_id', '=', event.uuid)
      .executeTakeFirstOrThrow()
    const { id } = await noted(payment.id)
    expect(await shown(owner, id)).toMatchObject({ held_amount: 0, answers: ['sent', 'accepted', 'won', 'lost'] })
    expect((await answered(owner, id, { status: 'lost' })).status).toBe(200)
    expect(await journalsOf(owner)).toEqual([])
  })

  it('is reminded of once, three days before its deadline, and again when the acquirer asks for more', async () => {
    const { owner, paymentId } = await charged()
    const { id } = await noted(paymentId, { deadline: '2026-12-01' })
    const near = await charged()
    const soon = await noted(near.paymentId, { deadline: '2026-11-22' })
    await remindOfDisputes(world.platform)
    expect(await shown(owner, id)).toMatchObject({ status: 'notified' })
    expect(await shown(near.owner, soon.id)).toMatchObject({ status: 'evidence_due' })
    // The notice itself named a near deadline.
    expect(await messagesOf(near.owner)).toBe(1)
    world.clock.advance(8 * 86_400)
    await Promise.all([remindOfDisputes(world.platform), remindOfDisputes(world.platform)])
    await remindOfDisputes(world.platform)
    expect(await stored(owner, id)).toMatchObject({ status: 'evidence_due', changed_by: null })
    expect(await messagesOf(owner)).toBe(2)
    await moveDispute(world.platform, id, { to: 'sent', by: 'Dana' })
    await moveDispute(world.platform, id, { deadline: '2026-12-10', by: 'Dana' })
    expect(await stored(owner, id)).toMatchObject({ status: 'evidence_due', deadline: '2026-12-10' })
    world.clock.advance(10 * 86_400)
    await remindOfDisputes(world.platform)
    expect(await messagesOf(owner)).toBe(3)
    world.clock.advance(-18 * 86_400)
  })

  it('is found by its state, order, reference and event, by its own account only', async () => {
    const { owner, paymentId, event } = await charged()
    const { id } = await noted(paymentId, { reference: '778899' })
    const { order_number: number } = await shown(owner, id)
    const found = async (filter: object, who = owner) =>
      (await world.call(listDisputes, { ...as(who), query: { filter } })).body.data.map(({ uuid }) => uuid)
    for (const filter of [{}, { open: true }, { status: 'notified' }, { or: { number } }, { or: { number: '778899' } }])
      expect(await found(filter), JSON.stringify(filter)).toEqual([id])
    expect(await found({ or: { number: event.name, name: event.name } })).toEqual([id])
    for (const filter of [{ open: false }, { status: 'won' }, { or: { number: '1' } }, { or: { name: '%' } }])
      expect(await found(filter), JSON.stringify(filter)).toEqual([])
    const stranger = await producer(world)
    expect(await found({}, stranger)).toEqual([])
    expect((await world.call(showDispute, { ...as(stranger), params: { uuid: id } })).status).toBe(404)
    expect((await answered(stranger, id, { status: 'accepted' })).status).toBe(404)
    expect((await world.http('GET', '/api/v1/producer/disputes/export', undefined, as(owner))).status).toBe(200)
  })
})

describe.each(LANGS)('the notice of a dispute in %s', (lang) => {
  it.each(['notified', 'reminder'] as const)('%s is complete: no key and no placeholder is left', (kind) => {
    const link = 'https://tickets.example.co.il/money'
    const notice = { kind, event: 'ערב', number: '101081', amount: 26_820, deadline: '2026-12-03', held: true, link }
    const { all, sms } = renderIn(lang, disputeNotice(notice))
    expect(all).not.toMatch(/\{\{|\}\}|messages:|disputes:|undefined|null|NaN|\[object/)
    expect(sms).toContain(link)
  })
})
