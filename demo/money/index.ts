import { calendarFrom, DAY, HOUR, later, MINUTE } from '../calendar.ts'
import type { CreatedShow, PastOrder } from '../history.ts'
import { expectDone, type Team } from '../people.ts'
import {
  anyEventRow,
  bookingOf,
  bookPastOf,
  changeEventState,
  noteDispute,
  type Platform,
  previewRun,
  type Tx,
} from '../server.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { loadReport } from './acquirer-report.ts'
import { cancelEvening } from './cancelled-evening.ts'
import { inThePast } from './in-the-past.ts'
import type { OwnTerminal } from './own-terminal.ts'
import { payOut, refundInConsole, settleAt, settlingTime } from './settle.ts'

/** An event of the demo with its orders. */
export interface Evening {
  readonly on: CreatedShow
  readonly orders: readonly PastOrder[]
}

interface Running {
  readonly team: Team
  readonly now: Date
  /** An event that ended some days ago and is not settled. */
  readonly over: Evening
}

interface EarlierMoney {
  readonly team: Team
  readonly now: Date
  readonly earlier: Readonly<Record<'tryouts' | 'premiere' | 'tasting' | 'cancelledParty', Evening>>
  readonly terminal: OwnTerminal | undefined
}

/** An order by card of which nothing was cancelled and nobody has entered. */
const unused = ({ orders }: Evening): PastOrder | undefined =>
  orders.find(
    ({ status, card, total, tickets }) =>
      status === 'paid' && card !== null && total > 0 && tickets.every((each) => !each.entry),
  )

const endOf = ({ on }: Evening): Date => on.show.when.endsAt

/** Four statements: one paid out, one in debt after a refund, one whose payout came back, and one whose payout waits. */
const settle = async (platform: Platform, tx: Tx, { team, earlier }: EarlierMoney): Promise<PastOrder | undefined> => {
  const { tryouts, premiere, tasting } = earlier
  const book = ({ on }: Evening): Promise<void> => bookPastOf(tx, on.eventId, bookingOf(platform))
  const first = settlingTime(platform, endOf(tryouts))
  await book(tryouts)
  const paid = await settleAt(platform, tx, team.accountId, first)
  if (paid?.payout) await payOut(platform, tx, paid.payout.id, { at: later(first, 3 * HOUR), reference: '4417' })
  const unwanted = unused(tryouts)
  const refunded = unwanted && (await refundInConsole(platform, tx, unwanted, later(first, 5 * DAY)))
  await book(tryouts)
  await settleAt(platform, tx, team.accountId, later(first, 8 * DAY))
  const third = settlingTime(platform, endOf(premiere))
  await book(premiere)
  const sent = await settleAt(platform, tx, team.accountId, third)
  if (sent?.payout)
    await payOut(platform, tx, sent.payout.id, {
      at: later(third, 3 * HOUR),
      reference: '4502',
      returned: 'החשבון חסום לזיכויים',
    })
  await book(tasting)
  await settleAt(platform, tx, team.accountId, settlingTime(platform, endOf(tasting)))
  return refunded
}

/** Days in which the acquirer takes evidence. */
const EVIDENCE_DAYS = 8

const dispute = async (platform: Platform, tx: Tx, { now, over }: Running): Promise<void> => {
  const disputed = over.orders.find(
    ({ status, card, tickets }) => status === 'paid' && card !== null && tickets.some((each) => each.entry),
  )
  if (!disputed) return
  const noted = await noteDispute(inThePast(platform, tx, calendarFrom(now).at(-2, '11:20')), {
    paymentId: disputed.paymentId,
    reference: '7731',
    reason: 'שירות שלא סופק',
    deadline: dayIn(ISRAEL_ZONE, later(now, EVIDENCE_DAYS * DAY)),
    by: 'דנה, הנהלת חשבונות',
  })
  if ('problem' in noted) throw new Error(`the dispute of the demo was refused: ${noted.problem}`)
}

/** A run that nobody has approved yet: a gesture to whoever came to the event that is over. */
const prepareRun = async (platform: Platform, tx: Tx, { team, now, over }: Running): Promise<void> => {
  const at = calendarFrom(now).at(-1, '15:45')
  const event = await anyEventRow(tx, over.on.eventId)
  const body = {
    kind: 'goodwill',
    fees: 'return',
    message: 'הסדנאות של אחר הצהריים בוטלו. מי שירצו יקבלו החזר מלא.',
    deadline: later(now, 10 * DAY).toISOString(),
  } as const
  if (event) expectDone(await previewRun(inThePast(platform, tx, at), event, body, team.managerId, at))
}

/**
 * The money of the months before, by the acts of operator, producer and acquirer, each at its time: of events whose sales the ledger
 * does not have yet, since a statement pays out what the ledger had on its day. Returns an order that was refunded afterwards.
 */
export const settleEarlier = async (platform: Platform, tx: Tx, past: EarlierMoney): Promise<PastOrder | undefined> => {
  const { team, earlier, terminal, now } = past
  const refunded = await settle(platform, tx, past)
  const { on, orders } = earlier.cancelledParty
  if (terminal) {
    const cancelledAt = later(on.show.when.saleTo, 5 * MINUTE)
    await cancelEvening(platform, tx, { team, eventId: on.eventId, orders, terminal, at: cancelledAt })
    await loadReport(platform, tx, { terminal, orders, at: calendarFrom(now).at(-1, '08:30') })
  }
  for (const evening of Object.values(earlier)) {
    const at = later(endOf(evening), 2 * DAY)
    const { eventId } = evening.on
    expectDone(await changeEventState(inThePast(platform, tx, at), team.accountId, eventId, 'archive', at))
  }
  return refunded
}

/** What is under way: a disputed charge, and a run that waits for its approval. */
export const beginMoney = async (platform: Platform, tx: Tx, running: Running): Promise<void> => {
  await dispute(platform, tx, running)
  await prepareRun(platform, tx, running)
}
