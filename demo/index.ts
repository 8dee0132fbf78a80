import { nationalPhone } from '@kartis/domain/phone.ts'
import { bookingOf, bookPastOf, type Platform, inTransaction, type Tx } from './server.ts'
import { type Picture, picturesOf } from './art/pictures.ts'
import { crowd } from './buyers.ts'
import { calendarFrom } from './calendar.ts'
import { entriesOf } from './entry.ts'
import { findInconsistencies } from './inconsistencies.ts'
import { invitationsOf, type PastOrder, type CreatedShow, salesOf } from './history.ts'
import { countSold, dateAccount, insertPast, isPhoneKnown } from './history-queries.ts'
import { openTeam, PRODUCER_AS_BUYER, PRODUCER_PHONE, SCANNER_PHONE } from './people.ts'
import { PROGRAMME } from './programme.ts'
import { createVenues, createShow } from './create-show.ts'
import { dice } from './random.ts'
import { giveSeats } from './seats.ts'
import type { Show } from './show.ts'
import { visitsOf } from './visits.ts'
import { writeHistory } from './write-history.ts'
import { requestBankDetails } from './request-bank-details.ts'
import { writeMessages } from './write-messages.ts'

const SEED = 1948
const OPENED_DAYS_AGO = -212

/** Gives the producer an order of her own, so that her sign-in on the storefront shows tickets. */
const withOwnTickets = (orders: readonly PastOrder[]): PastOrder[] => {
  const own = orders.findLast(({ status, card, tickets }) => status === 'paid' && card !== null && tickets.length === 2)
  return orders.map((order) => (order === own ? { ...order, buyer: { ...order.buyer, ...PRODUCER_AS_BUYER } } : order))
}

/** How many refunds the card company refused: of cards that have expired since the purchase. */
const REFUSED = 2

const withRefusedRefunds = (orders: readonly PastOrder[]): PastOrder[] => {
  const latest = orders
    .filter(({ status, refund }) => status !== 'partially_refunded' && refund !== null)
    .toSorted((left, right) => (right.refund?.at.getTime() ?? 0) - (left.refund?.at.getTime() ?? 0))
    .slice(0, REFUSED)
  return orders.map((order) =>
    order.refund && latest.includes(order) ? { ...order, refund: { ...order.refund, isRefused: true } } : order,
  )
}

type Programme = readonly { readonly show: Show; readonly pictures: readonly Picture[] }[]

const write = async (platform: Platform, tx: Tx, programme: Programme, now: Date): Promise<void> => {
  const random = dice(SEED)
  const opened = calendarFrom(now).at(OPENED_DAYS_AGO, '10:20')
  const team = await openTeam(platform, tx, opened)
  const context = await createVenues(platform, tx, team, opened)
  const history = { platform, random, now, buyerFor: crowd(random) }
  const orders: PastOrder[] = []
  const events: CreatedShow[] = []
  for (const { show, pictures } of programme) {
    const on = await createShow(context, show, pictures)
    const own = [...withOwnTickets(salesOf(history, on)), ...invitationsOf(history, on)]
    await giveSeats(tx, on, own, random)
    await insertPast(tx, 'scans', entriesOf({ platform, random, now, scannerId: team.scannerId }, on, own))
    await insertPast(tx, 'event_visits', visitsOf(random, on, own, now))
    orders.push(...own)
    events.push(on)
  }
  const written = withRefusedRefunds(orders)
  await writeHistory(platform, tx, written, { random, managerId: team.managerId })
  for (const { eventId } of events) await bookPastOf(tx, eventId, bookingOf(platform))
  await writeMessages(platform, tx, written, { random, accountId: team.accountId })
  await requestBankDetails(platform, tx, written)
  await countSold(
    tx,
    events.map(({ eventId }) => eventId),
  )
  await dateAccount(tx, team.accountId, [team.managerId, team.scannerId], opened)
  const inconsistencies = await findInconsistencies(tx, team.accountId)
  if (inconsistencies.length > 0) throw new Error(`the demo data is inconsistent: ${inconsistencies.join('; ')}`)
}

/** Writes one producer and seven events with a past, in one transaction. False when the demo was there already. */
export const loadDemo = async (platform: Platform): Promise<boolean> => {
  if (await isPhoneKnown(platform.db, PRODUCER_PHONE)) return false
  const now = platform.clock()
  const calendar = calendarFrom(now)
  const programme = await Promise.all(
    PROGRAMME.map(async (make) => {
      const show = make(calendar)
      return { show, pictures: await picturesOf(show.art) }
    }),
  )
  await inTransaction(platform.db, (tx) => write({ ...platform, db: tx }, tx, programme, now))
  return true
}

/** Lines that explain how to sign in to the demo; none where it is not loaded. */
export const demoHints = async ({ db, settings }: Platform): Promise<readonly string[]> => {
  if (!(await isPhoneKnown(db, PRODUCER_PHONE))) return []
  const code = settings.messages.where === 'outbox' ? `; the code comes to ${settings.publicUrl}/dev/outbox` : ''
  return [
    `  Producer:   ${settings.publicUrl}/login with the phone ${nationalPhone(PRODUCER_PHONE)}${code}`,
    `  Check-in:   the same with ${nationalPhone(SCANNER_PHONE)}, who may only scan`,
    `  Sale site:  ${settings.publicUrl}/order`,
  ]
}
