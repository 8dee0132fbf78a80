import type { HeldCounts, HeldData } from '@kartis/contract/data-rights.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { nationalPhone, readPhone } from '@kartis/domain/phone.ts'
import { type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { type PersonOrder, ordersOfPerson, type Subject } from './person-queries.ts'

/** The person with this contact in one account. Refusal: `validation` for a text that is neither a phone nor an e-mail. */
export const subjectOfContact = (contact: string, accountId: string): Subject | Refusal => {
  if (contact.includes('@')) return { accountId, email: contact.toLowerCase() }
  const phone = readPhone('972', contact)
  return phone.ok ? { accountId, phone: phone.e164 } : refuseField('contact', 'invalid_phone')
}

/** A signed-in person, in all accounts. */
export const subjectOfUser = (user: UserActor): Subject => ({ phone: user.phone, userId: user.id })

/** How many records of each kind these orders have. */
export const countsOf = (orders: readonly PersonOrder[]): HeldCounts => {
  const total = (of: (order: PersonOrder) => number): number => sum(orders.map(of))
  return {
    orders: orders.length,
    tickets: total((order) => order.tickets),
    upcoming_tickets: total((order) => order.upcoming),
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

/** The data stored about a person: counts, names, contacts and orders. */
export const findPersonalData = async (db: Db | Tx, subject: Subject, now: Date): Promise<HeldData> => {
  const orders = await ordersOfPerson(db, subject, now)
  return {
    counts: countsOf(orders),
    names: distinct(orders.map((order) => order.buyer_name)),
    phones: distinct(orders.map((order) => order.buyer_phone)).map(nationalPhone),
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
  }
}
