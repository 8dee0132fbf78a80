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
import { addOwnTerminal } from './money/own-terminal.ts'
import { beginMoney, type Evening, settleEarlier } from './money/index.ts'
import { EARLIER, PROGRAMME } from './programme.ts'
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

interface Shown {
  readonly show: Show
  readonly pictures: readonly Picture[]
}

interface Programme {
  readonly shows: readonly Shown[]
  readonly earlier: Readonly<Record<keyof typeof EARLIER, Shown>>
}

const write = async (platform: Platform, tx: Tx, programme: Programme, now: Date): Promise<void> => {
  const random = dice(SEED)
  const opened = calendarFrom(now).at(OPENED_DAYS_AGO, '10:20')
  const team = await openTeam(platform, tx, opened)
  const context = await createVenues(platform, tx, team, opened)
  const history = { platform, random, now, buyerFor: crowd(random) }
  const evenings: Evening[] = []
  const add = async ({ show, pictures }: Shown, sell: (on: CreatedShow) => PastOrder[]): Promise<Evening> => {
    const on = await createShow(context, show, pictures)
    const orders = sell(on)
    await giveSeats(tx, on, orders, random)
    await insertPast(tx, 'scans', entriesOf({ platform, random, now, scannerId: team.scannerId }, on, orders))
    await insertPast(tx, 'event_visits', visitsOf(random, on, orders, now))
    const evening = { on, orders }
    evenings.push(evening)
    return evening
  }
  const sell = (on: CreatedShow): PastOrder[] => salesOf(history, on)
  for (const shown of programme.shows)
    await add(shown, (on) => [...withOwnTickets(sell(on)), ...invitationsOf(history, on)])
  const { tryouts, premiere, tasting, cancelledParty } = programme.earlier
  const terminal = await addOwnTerminal(platform, tx, team.accountId)
  const earlier = {
    tryouts: await add(tryouts, sell),
    premiere: await add(premiere, sell),
    tasting: await add(tasting, sell),
    cancelledParty: await add(cancelledParty, (on) => sell(terminal ? { ...on, terminal } : on)),
  }
  const [over] = evenings
  if (!over) throw new Error('the programme of the demo is empty')
  const events = evenings.map(({ on }) => on)
  const written = withRefusedRefunds(evenings.flatMap(({ orders }) => orders))
  await writeHistory(platform, tx, written, { random, managerId: team.managerId })
  await countSold(
    tx,
    events.map(({ eventId }) => eventId),
  )
  const refunded = await settleEarlier(platform, tx, { team, now, earlier, terminal })
  for (const { eventId } of events) await bookPastOf(tx, eventId, bookingOf(platform))
  const notified = written.map((order) => (order.id === refunded?.id ? refunded : order))
  await writeMessages(platform, tx, notified, { random, accountId: team.accountId })
  await requestBankDetails(platform, tx, written)
  await beginMoney(platform, tx, { team, now, over })
  await dateAccount(tx, team.accountId, [team.managerId, team.scannerId], opened)
  const inconsistencies = await findInconsistencies(tx, team.accountId)
  if (inconsistencies.length > 0) throw new Error(`the demo data is inconsistent: ${inconsistencies.join('; ')}`)
}

/** Writes one producer with seven events and with the evenings of the months before, in one transaction. False when the demo was there already. */
export const loadDemo = async (platform: Platform): Promise<boolean> => {
  if (await isPhoneKnown(platform.db, PRODUCER_PHONE)) return false
  const now = platform.clock()
  const calendar = calendarFrom(now)
  const shows = PROGRAMME.map((make) => make(calendar))
  const rendered = new Map(await Promise.all(shows.map(async ({ art }) => [art, await picturesOf(art)] as const)))
  // Earlier evenings have the pictures of shows that are on now: rendering is the slowest part of the demo.
  const shown = (show: Show): Shown => ({ show, pictures: rendered.get(show.art) ?? [] })
  const earlier = {
    tryouts: shown(EARLIER.tryouts(calendar)),
    premiere: shown(EARLIER.premiere(calendar)),
    tasting: shown(EARLIER.tasting(calendar)),
    cancelledParty: shown(EARLIER.cancelledParty(calendar)),
  }
  const programme = { shows: shows.map(shown), earlier }
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
