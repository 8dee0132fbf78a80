import type { HeldCounts, HeldData } from '@kartis/contract/data-rights.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { nationalPhone, readPhone } from '@kartis/domain/phone.ts'
import { type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { type HeldTicketRow, ticketsHeldBy } from './held-tickets-queries.ts'
import { type PersonOrder, ordersOfPerson, type Subject } from './person-queries.ts'

/** The person with this contact in one account. Refusal: `validation` for a text that is neither a phone nor an e-mail. */
export const subjectOfContact = (contact: string, accountId: string): Subject | Refusal => {
  if (contact.includes('@')) return { accountId, email: contact.toLowerCase() }
  const phone = readPhone('972', contact)
  return phone.ok ? { accountId, phone: phone.e164 } : refuseField('contact', 'invalid_phone')
}

/** A signed-in person, in all accounts. */
export const subjectOfUser = (user: UserActor): Subject => ({ phone: user.phone, userId: user.id })

/** Everything about a person: orders, and tickets of other people's orders. */
export interface PersonData {
  readonly orders: readonly PersonOrder[]
  readonly held: readonly HeldTicketRow[]
}

export const readPerson = async (db: Db | Tx, subject: Subject, now: Date): Promise<PersonData> => ({
  orders: await ordersOfPerson(db, subject, now),
  held: await ticketsHeldBy(db, subject, now),
})

/** How many records there are of each kind. */
export const countsOf = ({ orders, held }: PersonData): HeldCounts => {
  const total = (of: (order: PersonOrder) => number): number => sum(orders.map(of))
  return {
    orders: orders.length,
    tickets: total((order) => order.tickets),
    held_tickets: held.length,
    upcoming_tickets:
      total((order) => order.upcoming) + held.filter(({ is_upcoming: isUpcoming }) => isUpcoming).length,
    answers: total((order) => order.answers),
    files: total((order) => order.files),
    invitations: total((order) => order.invitations),
    consents: orders.filter((order) => order.marketing_consent_at !== null).length,
    messages: total((order) => order.messages),
  }
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value): value is string => Boolean(value))),
]

/** The data stored about a person: counts, names, contacts, orders and tickets of others. */
export const findPersonalData = async (db: Db | Tx, subject: Subject, now: Date): Promise<HeldData> => {
  const person = await readPerson(db, subject, now)
  const { orders, held } = person
  return {
    counts: countsOf(person),
    names: distinct([...orders.map((order) => order.buyer_name), ...held.map((ticket) => ticket.holder_name)]),
    phones: distinct([...orders.map((order) => order.buyer_phone), ...held.map((ticket) => ticket.holder_phone)]).map(
      nationalPhone,
    ),
    emails: distinct(orders.map((order) => order.buyer_email)),
    orders: orders.map((order) => ({
      uuid: order.id,
      number: order.number,
      event_name: order.event_name,
      starts_at: order.starts_at.toISOString(),
      status: order.status,
      total_amount: toShekels(order.total),
      tickets_count: order.tickets,
      upcoming_tickets: order.upcoming,
      created_at: order.created_at.toISOString(),
    })),
    held_tickets: held.map((ticket) => ({
      number: ticketNumber(ticket.order_number, ticket.position),
      name: ticket.name,
      event_name: ticket.event_name,
      starts_at: ticket.starts_at.toISOString(),
      status: ticket.status,
      held_since: ticket.held_since.toISOString(),
    })),
  }
}
