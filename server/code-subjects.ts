import { type Kysely, sql } from 'kysely'
import type { CodeSubjects } from './modules/people/auth/index.ts'

/**
 * Whether there is an order, an event or a transfer that a one-time code may be good for. It spans modules that auth does not know, so
 * it stands where they are put together. Nobody guesses the id of an order or a transfer, and whoever has one that is over
 * reads so once the code is typed; the ids of events are public, so theirs must be on sale.
 */
export const codeSubjects =
  <DB>(db: Kysely<DB>): CodeSubjects =>
  async (purpose, subject, now) => {
    const found = {
      checkout: sql`select 1 from orders where id = ${subject}`,
      waiting_list: sql`select 1 from events where id = ${subject} and status = 'published' and ends_at > ${now}`,
      transfer: sql`select 1 from ticket_transfers where id = ${subject}`,
      sign_in: undefined,
      confirm: undefined,
      erase: undefined,
    }[purpose]
    return found !== undefined && (await found.execute(db)).rows.length > 0
  }
