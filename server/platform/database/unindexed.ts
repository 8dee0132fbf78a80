import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Conditions on a row that is found by its id, written so that no index serves them. Plans are made before a sale begins,
 * when every index is about as small as another: PostgreSQL may then take one that begins with the event or with the end of
 * the hold, and each look-up of one order reads all orders of its event until the table is analysed.
 */

/** The row belongs to the event. */
export const inEvent = (column: string, eventId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} is not distinct from ${eventId}::uuid`

/** The column is after the instant. */
export const isLater = (column: string, instant: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} - ${instant}::timestamptz > interval '0'`
