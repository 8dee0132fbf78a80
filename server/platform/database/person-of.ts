import type { Named } from '@kartis/domain/person-name.ts'
import { sql } from 'kysely'

/** What `personName` needs of a joined user, as one column; its fields are null where no user was joined. */
export const personOf = (alias: string) =>
  sql<Named>`json_build_object('first_name', ${sql.ref(`${alias}.first_name`)}, 'last_name', ${sql.ref(`${alias}.last_name`)}, 'phone', ${sql.ref(`${alias}.phone`)})`
