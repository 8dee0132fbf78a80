import { REVENUE_KINDS } from '@kartis/domain/ledger.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { readMasav } from '@kartis/testing/read-masav.ts'
import { sum, toAgorot } from '@kartis/domain/money.ts'
import { type Act, type Books, histories, historyCases } from '@kartis/testing/money-history.ts'
import { EVENT_ENDS, HISTORY_START, playHistory } from '@kartis/testing/money-player.ts'
import { sample } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { requestRefund } from '../../payments/payments/index.ts'
import { closeRefund } from '../../payments/payments/refunds-queries.ts'
import { withdrawPaid } from '../../payments/payments/waiting-refunds.ts'
import { failAsBefore } from '../../../testing/refunds-of-before.ts'
import { settleRefused } from '../refund-transfers/index.ts'
import { setContract } from '../../people/accounts/index.ts'
import { moveDispute, noteDispute } from '../disputes/index.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { bookAct, compareBooks, ledgerRevenueOf } from '../ledger/index.ts'
import { balanceOf } from './balance.ts'
import { bankFile } from './bank-file.ts'
import { draftStatement } from './draft-statement.ts'
import { eventReport } from './event-report.ts'
import { exportBatch } from './export-batch.ts'
import { approvePayout, confirmPayout, isProblem, markSent, reissuePayout, returnPayout } from './payout-steps.ts'
import { readPayoutsIn } from './payouts-queries.ts'

let world: World

beforeAll(async () => {
  const env = { MASAV_INSTITUTION: '12345678', MASAV_SENDER: '12345', OPERATOR_NAME: 'כרטיס', ACQUIRER_DAYS: '2' }
  world = await openWorld({ now: new Date(HISTORY_START - 30 * 86_400_000), env })
})
afterAll(() => world.close())

interface Place {
  readonly eventId: string
  readonly typeId: string
  readonly freeTypeId: string
}

/** What sales are paid with in turn. */
const MEANS = [{}, { installments: 3 }, { wallet: 'bit' as const }]

const must = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('the history names what is not there')
  return found
}

/** An account whose books are kept by the modules, on PostgreSQL. */
class DatabaseBooks implements Books {
  private readonly owner: Producer
  private readonly places: readonly Place[]
  private readonly payments: { eventId: string; id: string }[] = []
  private readonly refunds: { eventId: string; id: string; orderId: string; paymentId: string; amount: number }[] = []
  private readonly disputes: string[] = []
  /** The refund run of each event that promises refunds, and the orders of the promises. */
  private readonly runs = new Map<string, string>()
  private readonly promises: { eventId: string; orderId: string }[] = []
  private readonly payouts: string[] = []

  constructor(owner: Producer, places: readonly Place[]) {
    this.owner = owner
    this.places = places
  }

  get accountId(): string {
    return this.owner.account.uuid
  }

  private at(now: Date): Platform {
    return { ...world.platform, clock: () => now }
  }

  sell: Books['sell'] = async ({ event, amount, bucket, cash, at }) => {
    const place = must(this.places[event])
    const sold = { total: amount, bucket, method: cash ? 'cash' : 'card', at } as const
    const means = cash ? {} : must(MEANS[this.payments.length % MEANS.length])
    await bookedSale(world, this.owner, place, { ...sold, ...means })
    const payment = await world.db
      .selectFrom('payments')
      .select('id')
      .where('event_id', '=', place.eventId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    this.payments.push({ eventId: place.eventId, id: payment.id })
  }

  giveFree: Books['giveFree'] = async (event, count, at) => {
    const { eventId, freeTypeId: typeId } = must(this.places[event])
    const tickets = Array.from({ length: count }, () => 0)
    await bookedSale(world, this.owner, { eventId, typeId }, { total: 0, tickets, at })
  }

  refund: Books['refund'] = async (sale, place, { amount, end }, at) => {
    const { eventId, id: paymentId } = must(this.payments[sale])
    const input = { eventId, paymentId, amount, reason: 'test', byHand: end === 'by_hand' }
    const done = await inTransaction(world.db, (tx) => requestRefund(this.at(at), tx, input))
    if (isRefusal(done)) throw new Error(done.refusal)
    const { order_id: orderId } = await world.db
      .selectFrom('refunds')
      .select('order_id')
      .where('event_id', '=', eventId)
      .where('id', '=', done.id)
      .executeTakeFirstOrThrow()
    this.refunds.push({ eventId, id: done.id, orderId, paymentId, amount })
    if (end === 'paid' || end === 'failed' || end === 'waits') await this.endRefund(place, end, at)
    await world.handleEvents()
  }

  endRefund: Books['endRefund'] = async (place, end, at) => {
    const refund = must(this.refunds[place])
    const { eventId, id, paymentId } = refund
    const key = { event_id: eventId, id }
    await inTransaction(world.db, async (tx) => {
      if (end === 'paid') await closeRefund(tx, key, { status: 'done', providerRef: id, way: 'credit', at })
      if (end === 'waits') await closeRefund(tx, key, { status: 'failed', error: '033', at })
      if (end === 'failed') await failAsBefore(tx, { accountId: this.accountId, ...refund }, at)
      if (end === 'transferred')
        await settleRefused(
          this.at(at),
          tx,
          { eventId, refundIds: [id] },
          { note: 'test', by: 'Dana', side: 'producer', now: at },
        )
      if (end === 'withdrawn') {
        // Of the oldest that waits; the history has one of a sale at a time.
        await withdrawPaid(this.at(at), tx, { eventId, paymentId, amount: 1 })
      }
    })
    await world.handleEvents()
  }

  /** As an approved run that asks buyers holds it: an order in line whose refund is not requested. */
  promise: Books['promise'] = async (sale, _place, amount, at) => {
    const { eventId, id } = must(this.payments[sale])
    const runId = this.runs.get(eventId) ?? (await this.approvedRun(eventId, at))
    const { rows } = await sql<{ orderId: string }>`
      insert into refund_run_items (event_id, run_id, order_id, state, tickets, amount, fee, card, terminal, cash, updated_at)
      select event_id, ${runId}, order_id, 'queued', 1, ${amount}, 0, ${amount}, 0, 0, ${at}
      from payments where event_id = ${eventId} and id = ${id}
      on conflict (event_id, run_id, order_id) do update
        set state = 'queued', amount = excluded.amount, card = excluded.card, updated_at = excluded.updated_at
      returning order_id as "orderId"`.execute(world.db)
    this.promises.push({ eventId, orderId: must(rows[0]).orderId })
  }

  private async approvedRun(eventId: string, at: Date): Promise<string> {
    const id = world.platform.newId()
    const by = this.owner.user.uuid
    const run = { id, event_id: eventId, account_id: this.accountId, kind: 'goodwill', fees: 'return' } as const
    const approval = { created_at: at, prepared_by: by, approved_by: by, approved_at: at }
    await world.db
      .insertInto('refund_runs')
      .values({ ...run, ...approval, state: 'running', message: '' })
      .execute()
    this.runs.set(eventId, id)
    return id
  }

  endPromise: Books['endPromise'] = async (place, isRequested, at) => {
    const { eventId, orderId } = must(this.promises[place])
    await world.db
      .updateTable('refund_run_items')
      .set({ state: isRequested ? 'sent' : 'opted_out', updated_at: at })
      .where('event_id', '=', eventId)
      .where('order_id', '=', orderId)
      .execute()
  }

  dispute: Books['dispute'] = async (sale, place, amount, at) => {
    const paymentId = must(this.payments[sale]).id
    const notice = { paymentId, reference: `C${place}`, reason: '', amount, by: 'Dana' }
    const noted = await noteDispute(this.at(at), notice)
    if ('problem' in noted) throw new Error(noted.problem)
    this.disputes.push(noted.id)
  }

  decide: Books['decide'] = async (place, end, at) => {
    const refused = await moveDispute(this.at(at), must(this.disputes[place]), { to: end, by: 'Dana' })
    if (refused) throw new Error(refused.problem)
  }

  agree: Books['agree'] = async (terms, at) => {
    await setContract(world.platform, this.accountId, terms, at)
  }

  setVat: Books['setVat'] = async (day, bp) => {
    await sql`
      insert into vat_rates (valid_from, rate_bp) values (${day}::date, ${bp})
      on conflict (valid_from) do update set rate_bp = excluded.rate_bp`.execute(world.db)
  }

  note: Books['note'] = async (kind, amount, at) => {
    await bookAct(this.at(at), { kind, accountId: this.accountId, amount }, world.platform.newId())
  }

  state: Books['state'] = async (now) => {
    const balance = await balanceOf(world.platform, this.accountId, now)
    const made = await draftStatement(this.at(now), { accountId: this.accountId, by: 'Dana', now })
    // What the balance promises is what the statement pays out.
    expect(toAgorot(balance.available)).toBe(made?.payout?.amount ?? 0)
    if (!made) return undefined
    if (made.payout) this.payouts.push(made.payout.id)
    return {
      number: made.number,
      opening: made.opening,
      closing: made.closing,
      lines: made.lines.map(({ kind, eventId, amount, held }) => ({
        kind,
        event: eventId === null ? null : this.places.findIndex((place) => place.eventId === eventId),
        amount,
        held,
      })),
      promised: sum(made.promised.map(({ amount }) => amount)),
      payout: made.payout?.amount,
    }
  }

  step: Books['step'] = async (step, place, at) => {
    const [platform, id] = [this.at(at), must(this.payouts[place])]
    const steps = {
      approve: () => approvePayout(platform, id, 'Noa'),
      send: () => markSent(platform, id, 'M1'),
      confirm: () => confirmPayout(platform, id),
      return: () => returnPayout(platform, id, 'closed'),
      reissue: () => reissuePayout(platform, id, 'Dana'),
    }
    const moved = await steps[step]()
    if (isProblem(moved)) throw new Error(moved.problem)
    if (step === 'reissue') this.payouts.push(moved.id)
  }

  exported: Books['exported'] = async (at) => {
    const { batch } = await exportBatch(this.at(at), { by: 'Dana', payOn: '2027-02-02' })
    if (!batch) return []
    const file = await bankFile(world.platform, batch.number, 'masav')
    const { credits } = readMasav(must(file).bytes, { letters: 'a', order: 'reversed' })
    return credits.map(({ amount }) => amount)
  }

  /** Every figure of the reports that payments and ledger both have, and what is computed from them. */
  async compareReports(now: Date): Promise<void> {
    const ids = this.places.map(({ eventId }) => eventId)
    expect(await compareBooks(world.db, ids)).toEqual([])
    // The last statement books the fees of whatever happened since the one before.
    await draftStatement(this.at(now), { accountId: this.accountId, by: 'Dana', now })
    const { rows } = await sql<{ id: string; net: number }>`
      select j.event_id as id, (0 - sum(e.amount))::float8 as net
      from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
        and (e.ledger_account = 'producer_payable'
          or (e.ledger_account = 'producer_held' and j.kind = any(${[...REVENUE_KINDS]}::text[])))
      where j.event_id = any(${ids}::uuid[]) and j.holder is distinct from 'register' group by 1`.execute(world.db)
    const nets = new Map(rows.map(({ id, net }) => [id, net]))
    const booked = new Map((await ledgerRevenueOf(world.db, ids)).map((row) => [row.event_id, row]))
    for (const eventId of ids) {
      const event = must(await anyEventRow(world.db, eventId))
      const { totals, calculations } = await eventReport(world.platform, event, now)
      const { total = 0, cards = 0, special = 0, tourist = 0 } = booked.get(eventId) ?? {}
      const { orders, orders_by_cc: byCard, sales, by_means: means } = totals
      expect(toAgorot(orders.total_amount)).toBe(total)
      expect(toAgorot(byCard.total_amount)).toBe(cards)
      expect(toAgorot(byCard.total_amount_regular)).toBe(cards - special - tourist)
      expect(toAgorot(sales.revenue)).toBe(total)
      expect(sum(means.map((row) => toAgorot(row.total_amount)))).toBe(total)
      expect([eventId, toAgorot(calculations.neto_deposit)]).toEqual([eventId, nets.get(eventId) ?? 0])
    }
  }

  ledger: Books['ledger'] = async () => {
    const { rows } = await sql<{ account: string; amount: number }>`
      select ledger_account as account, sum(amount)::float8 as amount from ledger_entries
      where account_id = ${this.accountId} group by ledger_account`.execute(world.db)
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
  }
}

const booksOfNewAccount = async (): Promise<DatabaseBooks> => {
  const owner = await producer(world)
  const places: Place[] = []
  for (const endsAt of EVENT_ENDS) {
    const starts = new Date(endsAt.getTime() - 3 * 3_600_000)
    const times = { starts_at: starts.toISOString(), ends_at: endsAt.toISOString() }
    const { event, type } = await eventOnSale(world, owner, { event: times })
    const free = await ticketTypeOf(world, owner, event, { name: 'מוזמנים', price: 0 })
    places.push({ eventId: event.uuid, typeId: type.uuid, freeTypeId: free.uuid })
  }
  await sql`delete from vat_rates where valid_from > '2026-01-01'`.execute(world.db)
  return new DatabaseBooks(owner, places)
}

describe('random histories of the money of an account', () => {
  const cases: Act[][] = sample(histories, { seed: 20_261_124, numRuns: historyCases('MONEY_DATABASE_CASES', 12) })

  it.each(cases.map((acts, index) => [index + 1, acts] as const))(
    'leave ledger, statements and bank files equal to the sums of what happened: history %i',
    async (_, acts) => {
      const books = await booksOfNewAccount()
      await playHistory(acts, books)
      expect(await readPayoutsIn(world.db, ['draft', 'approved'], books.accountId)).toEqual([])
      await books.compareReports(new Date('2027-06-01'))
    },
  )
})
