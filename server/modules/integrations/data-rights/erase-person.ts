import type { HeldCounts } from '@kartis/contract/data-rights.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { deleteMessagesTo, eraseMessages } from '../../../platform/notifications/messages-queries.ts'
import { eraseOrderFiles } from '../../people/attachments/index.ts'
import { eraseConsents } from '../../people/consents/index.ts'
import { eraseRecipients } from '../../selling/invitations/index.ts'
import { eraseEntries } from '../../selling/waiting-list/index.ts'
import { eraseDetailsOf } from '../../settling/refund-transfers/index.ts'
import { eraseHolder } from '../../selling/ticketing/index.ts'
import { eraseBuyers, lockBuyerOrders, recordOrderChange } from '../../selling/orders/index.ts'
import { countsOf, type PersonData, readPerson } from './find-person.ts'
import { ordersOfPerson, type Subject } from './person-queries.ts'

interface Input {
  readonly subject: Subject
  /** Who erases. */
  readonly userId: string
  /** Erase even though tickets are still to be used. */
  readonly confirmed: boolean
  readonly now: Date
}

export interface Erased {
  readonly counts: HeldCounts
  /** Storage keys of files to delete after the commit. */
  readonly fileKeys: readonly string[]
}

const refuseIfUpcoming = (person: PersonData): Refusal | undefined => {
  const { upcoming_tickets: tickets } = countsOf(person)
  if (tickets === 0) return undefined
  const orders = person.orders.filter(({ upcoming }) => upcoming > 0)
  const held = person.held.filter(({ is_upcoming: isUpcoming }) => isUpcoming)
  const events = [...new Set([...orders, ...held].map(({ event_name: name }) => name))]
  return refuse('person_has_tickets', { detail: { tickets, events } })
}

/** Refuses before anything is locked: `person_has_tickets` while tickets are still to be used and this was not confirmed. */
export const refuseUpcomingTickets = async (tx: Tx, { subject, confirmed, now }: Input): Promise<Refusal | undefined> =>
  confirmed ? undefined : refuseIfUpcoming(await readPerson(tx, subject, now))

/** The person as holder of tickets that others bought: in the transfers, and in the messages about them. */
const eraseHeld = async (tx: Tx, phone: string, accountId: string | undefined): Promise<number> => {
  const orderIds = await eraseHolder(tx, phone, accountId)
  if (orderIds.length === 0) return 0
  await eraseMessages(tx, orderIds, 'ticket_transferred')
  await deleteMessagesTo(tx, phone, accountId)
  return orderIds.length
}

/**
 * Anonymises a person's orders in the caller's transaction. Amounts, payments, VAT and the states of tickets stay, as
 * bookkeeping law requires. Refusal: `person_has_tickets` unless confirmed.
 */
export const erasePersonalData = async (
  platform: Platform,
  tx: Tx,
  { subject, userId, confirmed, now }: Input,
): Promise<Erased | Refusal> => {
  await lockBuyerOrders(
    tx,
    (await ordersOfPerson(tx, subject, now)).map(({ id }) => id),
  )
  // Read again under the locks: orders may have been made meanwhile.
  const person = await readPerson(tx, subject, now)
  const { orders } = person
  const refusal = confirmed ? undefined : refuseIfUpcoming(person)
  if (refusal) return refusal
  const ids = orders.map(({ id }) => id)
  await eraseBuyers(tx, ids)
  await eraseRecipients(tx, ids)
  const { accountId, phone, email } = subject
  await eraseConsents(tx, { accountId, phone, email, orderIds: ids })
  if (phone) await eraseEntries(tx, phone, accountId ?? undefined)
  const held = phone ? await eraseHeld(tx, phone, accountId) : 0
  await eraseMessages(tx, ids)
  await eraseDetailsOf(tx, ids, now)
  const fileKeys = await eraseOrderFiles(tx, ids)
  for (const order of orders) await recordOrderChange(platform, tx, order, { kind: 'erased', userId, now })
  return { counts: { ...countsOf(person), held_tickets: held }, fileKeys }
}

/** Deletes the stored files. A failure is logged with the key, since no row names the file any more. */
export const deleteStoredFiles = async ({ files, log }: Platform, keys: readonly string[]): Promise<void> => {
  for (const key of keys)
    await files.delete(key).catch((err: unknown) => log.error({ err, key }, 'file of an erased person was not deleted'))
}
