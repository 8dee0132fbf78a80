import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { tidyTexts } from '../../../platform/database/localized-text.ts'
import { asJson, containing, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { VenueTexts } from './tables.ts'

export interface VenueRow {
  id: string
  name: string
  address_street: string
  address_street_number: string
  address_city: string
  notes: string
  texts: VenueTexts
  created_at: Date
  events_count: number
}

export type VenueFields = Pick<
  VenueRow,
  'name' | 'address_street' | 'address_street_number' | 'address_city' | 'notes'
> & {
  texts?: VenueTexts | undefined
}

/** The texts as a column, for an insert or an update that has them. */
const textsColumn = (texts: VenueTexts | undefined) => (texts ? { texts: asJson(tidyTexts(texts)) } : {})

const activeVenues = (db: Db | Tx, accountId: string) =>
  db.selectFrom('venues').where('account_id', '=', accountId).where('archived_at', 'is', null)

const venueRows = (db: Db | Tx, accountId: string) =>
  activeVenues(db, accountId)
    .select(['id', 'name', 'address_street', 'address_street_number', 'address_city', 'notes', 'texts', 'created_at'])
    .select(sql<number>`(select count(*) from events e where e.venue_id = venues.id)::int`.as('events_count'))

type SearchColumn = 'name' | 'address_city' | 'address_street' | 'notes'
export type VenueSearch = Partial<Record<SearchColumn, string | undefined>>

const SEARCH_COLUMNS: readonly SearchColumn[] = ['name', 'address_city', 'address_street', 'notes']

export const listVenueRows = async (
  db: Db,
  accountId: string,
  input: PageOf & { search: VenueSearch; column: 'name' | 'created_at'; direction: 'asc' | 'desc' },
): Promise<{ rows: VenueRow[]; total: number }> => {
  const matches = SEARCH_COLUMNS.flatMap((column) => {
    const text = input.search[column]
    return text === undefined ? [] : [{ column, text: containing(text) }]
  })
  const rows = await venueRows(db, accountId)
    .$if(matches.length > 0, (q) =>
      q.where((eb) => eb.or(matches.map(({ column, text }) => eb(column, 'ilike', text)))),
    )
    .orderBy(input.column, input.direction)
    .orderBy('id')
    .limit(input.per_page)
    .offset(offsetOf(input))
    .execute()
  const { n } = await activeVenues(db, accountId)
    .$if(matches.length > 0, (q) =>
      q.where((eb) => eb.or(matches.map(({ column, text }) => eb(column, 'ilike', text)))),
    )
    .select(countAll.as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const venueRow = async (db: Db | Tx, accountId: string, id: string): Promise<VenueRow | undefined> =>
  venueRows(db, accountId).where('id', '=', id).executeTakeFirst()

export const insertVenue = async (
  db: Db | Tx,
  row: VenueFields & { id: string; account_id: string },
): Promise<void> => {
  const { texts, ...columns } = row
  await db
    .insertInto('venues')
    .values({ ...columns, ...textsColumn(texts) })
    .execute()
}

export const updateVenueRow = async (
  db: Db | Tx,
  accountId: string,
  id: string,
  change: Partial<VenueFields>,
  now: Date,
): Promise<void> => {
  const { texts, ...columns } = change
  await db
    .updateTable('venues')
    .set({ ...columns, ...textsColumn(texts), updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export const archiveVenue = async (db: Db | Tx, accountId: string, id: string, now: Date): Promise<boolean> => {
  const done = await db
    .updateTable('venues')
    .set({ archived_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Those of `ids` that belong to the account and are not archived. */
export const venuesByIds = (db: Db | Tx, accountId: string, ids: readonly string[]): Promise<VenueRow[]> =>
  venueRows(db, accountId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
