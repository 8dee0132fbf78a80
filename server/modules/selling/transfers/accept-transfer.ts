import type { acceptTransfer as contract } from '@kartis/contract/ticket-transfers.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { takesForeignPhone } from '@kartis/domain/foreign-phones.ts'
import { DEFAULT_COUNTRY_CODE, isForeignPhone, parsePhone } from '@kartis/domain/phone.ts'
import { type FieldReasons, hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { isPersonName, tidy } from '@kartis/domain/text.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { limitPhone, readPhoneLimits, refuseItemsOverPhoneLimit, refuseUnprovedPhone } from '../checkout/index.ts'
import { linkedTicket, networkHash, recordOrderChange, ticketUrl } from '../orders/index.ts'
import { lockTickets, moveTransfer, reasonAgainstAccepting, reissueTickets } from '../ticketing/index.ts'
import { findTransfer, type FoundTransfer, type TransferLink } from './find-transfer.ts'
import { transferClosed } from './transfer-closed.ts'

type Input = Omit<BodyOf<typeof contract>, 'token'>

/** Who accepts. */
export interface Receiver {
  /** The phone of the sign-in, E.164. */
  readonly signedIn: string | undefined
  readonly network: string
  readonly lang: Lang
}

interface Person {
  readonly name: string
  /** E.164 */
  readonly phone: string
}

const readPerson = (input: Input): Person | Refusal => {
  const phone = parsePhone(input.phone_country_code ?? DEFAULT_COUNTRY_CODE, input.phone)
  const fields: FieldReasons = {
    ...(!isPersonName(input.name) && { name: [input.name.trim() === '' ? 'required' : 'invalid_name'] }),
    ...(!phone.ok && { phone: [phone.reason] }),
  }
  if (hasReasons(fields) || !phone.ok) return refuse('validation', { fields })
  return { name: tidy(input.name), phone: phone.e164 }
}

/** The ticket counts against the limit of the phone that accepts it, unless it does already as one that the phone bought. */
const refuseOverLimit = async (
  tx: Tx,
  { order, ticket }: FoundTransfer,
  hash: string,
  now: Date,
): Promise<Refusal | undefined> => {
  if (order.limit_phone === hash) return undefined
  const limits = await readPhoneLimits(tx, order.event_id)
  const items = [{ ticketTypeId: ticket.ticket_type_id, quantity: 1 }]
  return refuseItemsOverPhoneLimit(tx, { eventId: order.event_id, hash, limits, items }, now)
}

/** The message to the new holder. Those to the buyer never stand in the way: strangers can use up what he may be sent. */
const takeBudget = (platform: Platform, tx: Tx, { order }: FoundTransfer, phone: string, network: string) => {
  const cause = { network: networkHash(platform.keys, network) }
  return platform.notifications.takeBudget(tx, [{ channel: 'sms', to: phone, accountId: order.account_id, cause }])
}

/**
 * Makes whoever has proved the phone the holder of an offered ticket, in one transaction: the ticket is issued anew, so that the
 * codes of before are refused at every gate, the holder is written down, the order's history and a domain event say so, and
 * both sides get a message. Returns the ticket's new own link. `not_found`, `validation`, `transfer_closed`,
 * `phone_unverified`, those of a code, `purchase_limit`, `too_many_requests`.
 */
export const acceptTransfer = async (
  platform: Platform,
  link: TransferLink,
  input: Input,
  { signedIn, network, lang }: Receiver,
  now: Date,
): Promise<{ url: string } | Refusal> => {
  const person = readPerson(input)
  if (isRefusal(person)) return person
  return inTransaction(platform.db, async (tx) => {
    const found = await findTransfer(tx, platform, link, tx)
    if (isRefusal(found)) return found
    const { row, order, ticket, event } = found
    const early = reasonAgainstAccepting(row, found, now)
    if (early) return transferClosed(early)
    if (isForeignPhone(person.phone) && !takesForeignPhone(event.settings.foreign_phones, order.total))
      return refuseField('phone', 'phone_not_allowed')
    const use = { purpose: 'transfer', subject: row.id } as const
    const proved = { use, phone: person.phone, signedIn, proof: input.phone_proof }
    const unproved = await refuseUnprovedPhone(platform, tx, proved, now)
    if (unproved) return unproved
    const hash = limitPhone(platform.keys, person.phone)
    const over = await refuseOverLimit(tx, found, hash, now)
    if (over) return over
    // A scan at the same moment either comes first or finds the new code.
    const locked = (await lockTickets(tx, order.event_id, order.id)).find(({ id }) => id === ticket.id) ?? ticket
    const late = reasonAgainstAccepting(row, { ...found, ticket: locked }, now)
    if (late) return transferClosed(late)
    const holder = { holder_name: person.name, holder_phone: person.phone, holder_hash: hash, holder_lang: lang }
    await moveTransfer(tx, row, { to: 'accepted', holder, now })
    const change = { type: 'order.ticket_transferred', data: { transfer: row.id, ticket: ticket.id } } as const
    const detail = { ticket: ticket.position }
    await recordOrderChange(platform, tx, order, { kind: 'transferred', detail, event: change, now })
    await takeBudget(platform, tx, found, person.phone, network)
    const issued = await reissueTickets(tx, order.event_id, [ticket.id])
    if (issued !== 1) throw new Error(`ticket ${ticket.id} could not be issued anew`)
    const reissued = { ...locked, revision: locked.revision + 1 }
    return { url: ticketUrl(platform, linkedTicket(order, reissued, row.id)) }
  })
}
