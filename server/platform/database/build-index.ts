import { type Kysely, sql } from 'kysely'

export interface NewIndex {
  readonly name: string
  /** What follows ON: `orders (event_id, phone) where …`. */
  readonly on: string
  readonly isUnique?: boolean
}

/**
 * Builds an index on a table that others write meanwhile. The migration exports `isTransaction = false`; on an empty database,
 * where all migrations are one transaction, it builds the index at once.
 *
 * @public
 */
export const buildIndex = async (db: Kysely<unknown>, { name, on, isUnique = false }: NewIndex): Promise<void> => {
  const create = `create ${isUnique ? 'unique ' : ''}index`
  if (db.isTransaction) {
    await sql.raw(`${create} ${name} on ${on}`).execute(db)
    return
  }
  // It waits for transactions that began before it, and makes nobody wait.
  await sql`set lock_timeout = 0`.execute(db)
  // An attempt that was cut off has left an index that is not used.
  await sql.raw(`drop index concurrently if exists ${name}`).execute(db)
  await sql.raw(`${create} concurrently ${name} on ${on}`).execute(db)
}
