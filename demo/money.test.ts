import { listDisputes } from '@kartis/contract/disputes.ts'
import { listDocuments } from '@kartis/contract/documents.ts'
import { listExceptions } from '@kartis/contract/reconciliation.ts'
import { listAccountRefundRuns } from '@kartis/contract/refund-runs.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { listPayouts, listStatements, showBalance, showStatement } from '@kartis/contract/statements.ts'
import { readAllTerminals } from '@kartis/server/modules/payments/payments/index.ts'
import { reconcileTerminal } from '@kartis/server/modules/settling/reconciliation/index.ts'
import { signIn } from '@kartis/server/testing/people.ts'
import { openWorld, type World } from '@kartis/server/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemo } from './index.ts'
import { PRODUCER_PHONE } from './people.ts'

let world: World
let session: { readonly token: string; readonly account: string }

beforeAll(async () => {
  world = await openWorld({ now: new Date(), env: { DEMO: '1' } })
  await loadDemo(world.platform)
  const { token, user } = await signIn(world, PRODUCER_PHONE)
  session = { token, account: user.accounts[0]?.uuid ?? '' }
}, 60_000)
afterAll(() => world.close())

const agorot = (shekels: number): number => Math.round(shekels * 100)

describe('the money of the demo', () => {
  it('its payouts are one of each end: transferred, sent back by the bank, and waiting for a second person', async () => {
    const { body } = await world.call(listPayouts, { ...session, query: {} })
    expect(body.data.map(({ status }) => status)).toEqual(['draft', 'returned', 'confirmed'])
    const [, returned] = body.data
    expect(returned).toMatchObject({ reference: '4502', return_reason: expect.stringContaining('חסום') })
  })

  it('its statements follow one another, and one closes with a debt that the next one takes', async () => {
    const { body } = await world.call(listStatements, { ...session, query: {} })
    const statements = body.data.toSorted((a, b) => a.number - b.number)
    expect(statements.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    for (const [index, statement] of statements.entries()) {
      expect(statement.opening_balance).toBe(statements[index - 1]?.closing_balance ?? 0)
      expect(statement.previous_hash).toBe(statements[index - 1]?.hash ?? null)
      const shown = await world.call(showStatement, { ...session, params: { uuid: statement.uuid } })
      const moved = shown.body.data.lines.reduce((sum, { amount }) => sum + agorot(amount), 0)
      expect(agorot(statement.opening_balance) + moved).toBe(agorot(statement.closing_balance))
    }
    expect(statements.map(({ closing_balance: closing }) => Math.sign(closing))).toEqual([0, -1, 0, 0])
  })

  it('its documents are an invoice, a receipt, an invoice that is a receipt, and a credit note, as its statements say', async () => {
    const { body } = await world.call(listDocuments, { ...session, query: {} })
    const types = body.data.map(({ type }) => type)
    expect(new Set(types)).toEqual(new Set(['tax_invoice_receipt', 'credit_note', 'tax_invoice', 'receipt']))
    const note = body.data.find(({ type }) => type === 'credit_note')
    expect(note?.cites).toMatchObject({ type: 'tax_invoice_receipt', number: 1 })
  })

  it('one refund run has ended and one waits for its approval', async () => {
    const { body } = await world.call(listAccountRefundRuns, { ...session, query: {} })
    expect(body.data.map(({ state, kind }) => [kind, state])).toEqual([
      ['goodwill', 'previewed'],
      ['cancelled', 'finished'],
    ])
    const [, ended] = body.data
    expect(ended?.progress).toEqual([{ state: 'done', orders: ended?.preview.orders, amount: ended?.preview.amount }])
  })

  it('a charge is disputed until a day to come, and the acquirer settled one too short', async () => {
    const disputes = await world.call(listDisputes, { ...session, query: {} })
    expect(disputes.body.data).toMatchObject([{ status: 'notified' }])
    expect(Date.parse(disputes.body.data[0]?.deadline ?? '')).toBeGreaterThan(world.clock.now().getTime())
    const exceptions = await world.call(listExceptions, { ...session, query: {} })
    expect(exceptions.body.data).toMatchObject([{ kind: 'sum', status: 'open', level: 'acquirer' }])
    const [{ ours_amount: ours, theirs_amount: theirs } = { ours_amount: 0, theirs_amount: 0 }] = exceptions.body.data
    expect(ours - theirs).toBe(10)
  })

  it('the balance is the sum of its parts, the disputed charge beside it', async () => {
    const { body } = await world.call(showBalance, session)
    const { payable, pending, reserved, parts, by_event: events } = body.data
    const due = events.filter(({ status }) => status === 'payable')
    const toCome = events.filter(({ status }) => status === 'pending')
    const net = (of: typeof events): number => of.reduce((sum, { net_amount: amount }) => sum + agorot(amount), 0)
    expect(agorot(pending)).toBe(net(toCome))
    expect(agorot(payable)).toBe(
      agorot(parts.opening_balance) + agorot(parts.account_amount) + net(due) - agorot(parts.promised_refunds),
    )
    expect(reserved).toBe(parts.disputes)
    const shown = [payable, pending, reserved, ...parts.payouts.map(({ amount }) => amount)]
    const booked = Object.values(parts.ledger)
    const total = (sums: readonly number[]): number => sums.reduce((sum, each) => sum + agorot(each), 0)
    expect(total(shown)).toBe(total(booked))
    expect(reserved).toBeGreaterThan(0)
  })

  it('fees and net of every event are the same in the balance and in its report, the disputed charge included', async () => {
    const { body } = await world.call(showBalance, session)
    for (const event of body.data.by_event) {
      const shown = await world.call(showEvent, {
        ...session,
        params: { uuid: event.event_uuid },
        query: { append: ['report'] },
      })
      const sums = shown.body.data.report?.calculations
      expect([event.name, event.deductions_amount]).toEqual([event.name, sums?.deductions_total])
      expect([event.name, agorot(event.net_amount)]).toEqual([event.name, agorot(sums?.neto_deposit ?? 0)])
    }
    const others = body.data.by_event.map(({ other_amount: other }) => other).filter((other) => other !== 0)
    expect(others).toEqual([-body.data.parts.disputes])
  })

  it('the gateway of the terminal that the producer had lists each charge and refund of it', async () => {
    const own = (await readAllTerminals(world.db)).find(({ account_id: account }) => account === session.account)
    const day = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const days = { from: day(-60), until: day(1) }
    const compared = own && (await reconcileTerminal(world.platform, world.payments.terminals, own, days))
    expect(compared).toMatchObject({ differences: 0, recorded: 0 })
    expect(compared?.rows).toBeGreaterThan(20)
  })

  it('no message of the past waits to be sent', async () => {
    const waiting = await world.db
      .selectFrom('messages')
      .select(['template', 'status'])
      .where('template', 'in', ['refund_run_notice', 'dispute_notice', 'order_cancelled'])
      .where('status', '<>', 'sent')
      .execute()
    expect(waiting).toEqual([])
  })
})
