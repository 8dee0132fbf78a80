import { nationalPhone } from '@kartis/domain/phone.ts'
import { type Platform, inTransaction, type Tx } from './server.ts'
import { type Picture, picturesOf } from './art/pictures.ts'
import { crowd } from './buyers.ts'
import { calendarFrom } from './calendar.ts'
import { entriesOf } from './entry.ts'
import { demoFaults } from './faults.ts'
import { giftsOf, type PastOrder, type PutOn, salesOf } from './history.ts'
import { countSold, dateAccount, insertPast, isPhoneKnown } from './history-queries.ts'
import { openTeam, PRODUCER_AS_BUYER, PRODUCER_PHONE, SCANNER_PHONE } from './people.ts'
import { PROGRAMME } from './programme.ts'
import { openStage, putOn } from './put-on.ts'
import { dice } from './random.ts'
import type { Show } from './show.ts'
import { visitsOf } from './visits.ts'
import { writeHistory } from './write-history.ts'
import { writeMessages } from './write-messages.ts'

const SEED = 1948
const OPENED_DAYS_AGO = -212

/** The producer goes to shows herself: whoever signs in with her phone on the sale site finds tickets there. */
const withOwnTickets = (orders: readonly PastOrder[]): PastOrder[] => {
  const own = orders.findLast(({ status, card, tickets }) => status === 'paid' && card !== null && tickets.length === 2)
  return orders.map((order) => (order === own ? { ...order, buyer: { ...order.buyer, ...PRODUCER_AS_BUYER } } : order))
}

type Billed = readonly { readonly show: Show; readonly pictures: readonly Picture[] }[]

const write = async (platform: Platform, tx: Tx, bill: Billed, now: Date): Promise<void> => {
  const random = dice(SEED)
  const opened = calendarFrom(now).at(OPENED_DAYS_AGO, '10:20')
  const team = await openTeam(platform, tx, opened)
  const stage = await openStage(platform, tx, team)
  const maker = { platform, random, now, buyerFor: crowd(random) }
  const orders: PastOrder[] = []
  const events: PutOn[] = []
  for (const { show, pictures } of bill) {
    const on = await putOn(stage, show, pictures)
    const own = [...withOwnTickets(salesOf(maker, on)), ...giftsOf(maker, on)]
    await insertPast(tx, 'scans', entriesOf({ platform, random, now, scannerId: team.scannerId }, on, own))
    await insertPast(tx, 'event_visits', visitsOf(random, on, own, now))
    orders.push(...own)
    events.push(on)
  }
  await writeHistory(platform, tx, orders, { random, managerId: team.managerId })
  await writeMessages(platform, tx, orders, { random, accountId: team.accountId })
  await countSold(
    tx,
    events.map(({ eventId }) => eventId),
  )
  await dateAccount(tx, team.accountId, [team.managerId, team.scannerId], opened)
  const faults = await demoFaults(tx, team.accountId)
  if (faults.length > 0) throw new Error(`the demo does not add up: ${faults.join('; ')}`)
}

/**
 * Fills a database with one producer and six events with a past: all of it, or nothing. Does nothing where it was done
 * before; answers whether it did.
 */
export const loadDemo = async (platform: Platform): Promise<boolean> => {
  if (await isPhoneKnown(platform.db, PRODUCER_PHONE)) return false
  const now = platform.clock()
  const calendar = calendarFrom(now)
  const bill = await Promise.all(
    PROGRAMME.map(async (make) => {
      const show = make(calendar)
      return { show, pictures: await picturesOf(show.art) }
    }),
  )
  await inTransaction(platform.db, (tx) => write({ ...platform, db: tx }, tx, bill, now))
  return true
}

/** Lines that tell how to look at the demo; none where it is not there. */
export const demoHints = async ({ db, settings }: Platform): Promise<readonly string[]> => {
  if (!(await isPhoneKnown(db, PRODUCER_PHONE))) return []
  const code = settings.messages.where === 'outbox' ? `; the code comes to ${settings.publicUrl}/dev/outbox` : ''
  return [
    `  Producer:   ${settings.publicUrl}/login with the phone ${nationalPhone(PRODUCER_PHONE)}${code}`,
    `  At the door: the same with ${nationalPhone(SCANNER_PHONE)}, who may only scan`,
    `  Sale site:  ${settings.publicUrl}/order`,
  ]
}
