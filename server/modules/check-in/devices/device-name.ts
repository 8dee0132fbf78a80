import { type RawBuilder, sql } from 'kysely'

/**
 * What a device is called: by its own name where it joined by a link, else by the user (alias `u`) who scans with it, because
 * a member's phone has no name of its own, else by the start of its id.
 */
export const deviceName = (own: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(${own}, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), left(${id}, 8))`
