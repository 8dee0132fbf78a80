import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { SentInvitation, sendInvitation as contract } from '@kartis/contract/invitations.ts'
import { invitationReasons } from '@kartis/domain/invitation.ts'
import { NEW_ACCOUNTS } from '@kartis/domain/limits.ts'
import { parsePhone } from '@kartis/domain/phone.ts'
import { type FieldReasons, hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { seatItemsOf } from '@kartis/domain/seat-items.ts'
import { tidy } from '@kartis/domain/text.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { coalesce } from '../../../platform/concurrency/coalesce.ts'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { eventRow, type EventRow } from '../../catalogue/events/index.ts'
import { seatNamesIn } from '../../catalogue/seating/index.ts'
import { accountById } from '../../people/accounts/index.ts'
import { type TicketTypeRow, typeRowsOf } from '../../catalogue/ticket-types/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { viewInvitations } from './invitation-view.ts'
import { countEarlier, insertInvitations, readInvitations } from './invitations-queries.ts'
import { type Gift, issueInvitation, issueInvitations } from './issue-invitation.ts'

type Body = BodyOf<typeof contract>

interface Line {
  readonly ticket_type_id: string
  readonly name: string
  readonly quantity: number
}

/** One line for each ticket type, in the order of their first item; or reasons for items whose type is not the event's. */
const linesOf = (types: readonly Pick<TicketTypeRow, 'id' | 'name'>[], items: Body['items']): Line[] | FieldReasons => {
  const names = new Map(types.map((type) => [type.id, type.name]))
  const unknown = items.flatMap((item, place) =>
    names.has(item.events_ticket_uuid.toLowerCase()) ? [] : [`items.${place}.events_ticket_uuid`],
  )
  if (unknown.length > 0) return Object.fromEntries(unknown.map((field) => [field, ['unknown_ticket_type' as const]]))
  const quantities = new Map<string, number>()
  for (const { events_ticket_uuid, quantity } of items) {
    const id = events_ticket_uuid.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return [...quantities].map(([id, quantity]) => ({ ticket_type_id: id, name: names.get(id) ?? '', quantity }))
}

export interface Sender {
  readonly user: Pick<UserActor, 'id' | 'network'>
  readonly lang: Lang
}

/** An invitation that is valid, to be issued. */
interface Ready {
  readonly gift: Gift
  readonly member: { readonly userId: string; readonly network: string }
  readonly isNewAccount: boolean
}

/** The invitations of orders that were just issued, and the count of their messages. Returns their uuids, in order. */
const record = async (
  platform: Platform,
  tx: Tx,
  issued: readonly (Ready & { readonly order: OrderRow })[],
  now: Date,
): Promise<string[]> => {
  const rows = issued.map(({ gift, order }) => ({
    event_id: gift.eventId,
    id: platform.newId(),
    order_id: order.id,
    account_id: gift.accountId,
    recipient_name: gift.recipient.name,
    phone: gift.recipient.phone,
    sent_by: gift.userId,
    created_at: now,
  }))
  await insertInvitations(tx, rows)
  const messages = issued.map(({ gift, member, isNewAccount }) => ({
    channel: 'sms' as const,
    to: gift.recipient.phone,
    accountId: gift.accountId,
    cause: { member, isNewAccount },
  }))
  await platform.notifications.takeBudget(tx, messages)
  return rows.map(({ id }) => id)
}

const issueWithin = async (
  platform: Platform,
  tx: Tx,
  requests: readonly Ready[],
  now: Date,
): Promise<string[] | Refusal> => {
  const [first] = requests
  if (!first) return []
  const gifts = requests.map(({ gift }) => gift)
  const orders = await (requests.length === 1
    ? issueInvitation(platform, tx, first.gift, now)
    : issueInvitations(platform, tx, gifts, now))
  if (isRefusal(orders)) return orders
  const issued = requests.flatMap((ready, place) => {
    const order = orders[place]
    return order ? [{ ...ready, order }] : []
  })
  return record(platform, tx, issued, now)
}

const issueTogether = async (platform: Platform, requests: readonly Ready[]): Promise<(string | Refusal)[]> => {
  const ids = await inTransaction(platform.db, (tx) => issueWithin(platform, tx, requests, platform.clock()))
  if (!isRefusal(ids)) return ids
  // Not enough for all of them: the error sends each by itself, and the first get what is left.
  if (requests.length > 1) throw new Error(`${requests.length} invitations are refused together: ${ids.refusal}`)
  return [ids]
}

/** Invitations of one transaction: enough to share a commit, few enough to be short. */
const MAX_BATCH = 100

export interface SendingInvitations {
  /**
   * Gives free tickets to one person; the link is sent by SMS. Stock, tickets and invitation are one transaction, which
   * invitations of the same event that arrive meanwhile share. Returns the invitation with its tickets. `not_found`,
   * `validation`, `conflict` for an archived event, `sold_out`, `overloaded`; `too_many_requests` and `new_account_limit` as
   * a `RefusalError`, which undoes everything.
   */
  send(place: EventOfAccount, body: Body, sender: Sender): Promise<SentInvitation | Refusal>
  /** Resolves when every invitation has its result. */
  idle(): Promise<void>
}

interface EventOfAccount {
  readonly accountId: string
  readonly eventId: string
}

const NEW_ACCOUNT_MS = NEW_ACCOUNTS.days * 86_400_000

/** Reads an event, its ticket types and its account once for all who send at the same moment. */
const eventReader = ({ db, clock }: Platform) => {
  const eventOf = coalesce((key) => {
    const [accountId = '', eventId = ''] = key.split(' ')
    return eventRow(db, accountId, eventId)
  })
  const typesOf = coalesce((eventId) => typeRowsOf(db, [eventId]))
  const accountOf = coalesce((accountId) => accountById(db, accountId))
  return async ({ accountId, eventId }: EventOfAccount) => {
    const [event, types, account] = await Promise.all([
      eventOf(`${accountId} ${eventId}`),
      typesOf(eventId),
      accountOf(accountId),
    ])
    const isNewAccount = account !== undefined && clock().getTime() - account.created_at.getTime() < NEW_ACCOUNT_MS
    return { event, types, isNewAccount }
  }
}

/** An invitation with its seats in the language of who sent it. */
const inLanguage = async (
  { db }: Platform,
  event: EventRow,
  lang: Lang,
  invitation: SentInvitation | Refusal,
): Promise<SentInvitation | Refusal> => {
  if (isRefusal(invitation) || event.kind !== 'seats' || !invitation.tickets) return invitation
  const names = await seatNamesIn(db, [event.id], lang)
  const tickets = invitation.tickets.map((ticket) =>
    ticket.seat ? { ...ticket, seat: names(event.id, ticket.seat) } : ticket,
  )
  return { ...invitation, tickets }
}

/** The invitations of this process, one queue for each event. */
export const createSendingInvitations = (platform: Platform): SendingInvitations => {
  const queue = createBatchQueue<Ready, string>((_, requests) => issueTogether(platform, requests), {
    maxBatchSize: MAX_BATCH,
  })
  const showing = createBatchQueue<string, SentInvitation>(async (eventId, ids) => {
    const [rows, earlier] = await Promise.all([
      readInvitations(platform.db, eventId, ids),
      countEarlier(platform.db, eventId, ids),
    ])
    const shown = await viewInvitations(platform, rows, true)
    const byId = new Map(
      shown.map((invitation) => [
        invitation.uuid,
        { ...invitation, earlier_invitations: earlier.get(invitation.uuid) ?? 0 },
      ]),
    )
    return ids.map((id) => byId.get(id) ?? refuse('not_found'))
  })
  const readEvent = eventReader(platform)
  const issue = async (ready: Ready): Promise<string | Refusal> => {
    if (!ready.gift.isSeated && !ready.gift.seatItems) return queue.submit(ready.gift.eventId, ready)
    const [id = refuse('system_error')] = await issueTogether(platform, [ready])
    return id
  }
  return {
    send: async (place, body, sender) => {
      const { event, types, isNewAccount } = await readEvent(place)
      if (!event) return refuse('not_found')
      const ready = validate({ event, types, isNewAccount }, body, sender)
      if (isRefusal(ready)) return ready
      const id = await issue(ready)
      return isRefusal(id) ? id : inLanguage(platform, event, sender.lang, await showing.submit(event.id, id))
    },
    idle: async () => {
      await queue.idle()
      await showing.idle()
    },
  }
}

const validate = (
  {
    event,
    types,
    isNewAccount,
  }: { readonly event: EventRow; readonly types: readonly TicketTypeRow[]; readonly isNewAccount: boolean },
  body: Body,
  { user, lang }: Sender,
): Ready | Refusal => {
  const reasons = invitationReasons(body)
  if (hasReasons(reasons)) return refuse('validation', { fields: reasons })
  if (event.status === 'archived') return refuse('conflict', { detail: { status: event.status } })
  const phone = parsePhone('972', body.recipient.phone)
  if (!phone.ok) return refuse('validation', { fields: { 'recipient.phone': [phone.reason] } })
  const lines = linesOf(types, body.items)
  if (!Array.isArray(lines)) return refuse('validation', { fields: lines })
  const gift = {
    eventId: event.id,
    accountId: event.account_id,
    lines,
    seatItems: seatItemsOf(body.items),
    isSeated: event.kind === 'seats',
    recipient: { name: tidy(body.recipient.name), phone: phone.e164 },
    lang,
    userId: user.id,
  }
  return { gift, member: { userId: user.id, network: user.network }, isNewAccount }
}
