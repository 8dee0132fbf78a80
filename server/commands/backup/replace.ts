import { type Kysely, sql } from 'kysely'

type AnyDb = Kysely<never>

const SCHEMAS = ['public', 'jobs'] as const
const asideName = (schema: string): string => `${schema}_before_restore`

const exists = async (db: AnyDb, schema: string): Promise<boolean> =>
  (await sql`select from pg_namespace where nspname = ${schema}`.execute(db)).rows.length > 0

/** Extensions belong to the database: the tables of both schemas go on using them. */
const moveExtensions = async (db: AnyDb, from: string, to: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select e.extname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where n.nspname = ${from}`.execute(db)
  for (const { name } of rows) await sql`alter extension ${sql.id(name)} set schema ${sql.id(to)}`.execute(db)
}

const drop = async (db: AnyDb, schema: string): Promise<void> => {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
}

const moveAside = (db: AnyDb): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const schema of SCHEMAS) {
      await drop(tx, asideName(schema))
      if (await exists(tx, schema))
        await sql`alter schema ${sql.id(schema)} rename to ${sql.id(asideName(schema))}`.execute(tx)
    }
    await sql`create schema public`.execute(tx)
    await moveExtensions(tx, asideName('public'), 'public')
  })

const moveBack = (db: AnyDb): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await moveExtensions(tx, 'public', asideName('public'))
    for (const schema of SCHEMAS) {
      await drop(tx, schema)
      if (await exists(tx, asideName(schema)))
        await sql`alter schema ${sql.id(asideName(schema))} rename to ${sql.id(schema)}`.execute(tx)
    }
  })

/** Empties the database for `act` and restores its content when that fails. */
export const replaceDatabase = async (db: AnyDb, act: () => Promise<void>): Promise<void> => {
  await moveAside(db)
  try {
    await act()
  } catch (error) {
    await moveBack(db)
    throw error
  }
  for (const schema of SCHEMAS) await drop(db, asideName(schema))
}
