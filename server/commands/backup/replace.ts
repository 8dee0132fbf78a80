import { type Kysely, sql } from 'kysely'

type AnyDb = Kysely<never>

const SCHEMAS = ['public', 'jobs'] as const
const aside = (schema: string): string => `${schema}_before_restore`

const exists = async (db: AnyDb, schema: string): Promise<boolean> =>
  (await sql`select from pg_namespace where nspname = ${schema}`.execute(db)).rows.length > 0

/** Extensions belong to the database, not to what is put aside: tables of both sides go on using them. */
const moveExtensions = async (db: AnyDb, from: string, to: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select e.extname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where n.nspname = ${from}`.execute(db)
  for (const { name } of rows) await sql`alter extension ${sql.id(name)} set schema ${sql.id(to)}`.execute(db)
}

const drop = async (db: AnyDb, schema: string): Promise<void> => {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
}

const putAside = (db: AnyDb): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const schema of SCHEMAS) {
      await drop(tx, aside(schema))
      if (await exists(tx, schema))
        await sql`alter schema ${sql.id(schema)} rename to ${sql.id(aside(schema))}`.execute(tx)
    }
    await sql`create schema public`.execute(tx)
    await moveExtensions(tx, aside('public'), 'public')
  })

const putBack = (db: AnyDb): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await moveExtensions(tx, 'public', aside('public'))
    for (const schema of SCHEMAS) {
      await drop(tx, schema)
      if (await exists(tx, aside(schema)))
        await sql`alter schema ${sql.id(aside(schema))} rename to ${sql.id(schema)}`.execute(tx)
    }
  })

/** Empties the database for `act` and, if that fails, puts everything back as it was. */
export const inPlaceOf = async (db: AnyDb, act: () => Promise<void>): Promise<void> => {
  await putAside(db)
  try {
    await act()
  } catch (error) {
    await putBack(db)
    throw error
  }
  for (const schema of SCHEMAS) await drop(db, aside(schema))
}
