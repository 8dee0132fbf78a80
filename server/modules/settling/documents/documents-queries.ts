import type { AllocationState } from '@kartis/domain/allocation.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { DOCUMENT_TYPES, type DocumentLine, type DocumentType, type PaymentMeans } from '@kartis/domain/tax-document.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { containing, type NumberOrName, searchTerms } from '../../../platform/http/listing.ts'

/** Sums in agorot. */
export interface DocumentRow {
  readonly id: string
  readonly account_id: string
  readonly type: DocumentType
  readonly number: number
  readonly issued_at: Date
  /** `YYYY-MM-DD` in Israel. */
  readonly day: string
  readonly issuer_name: string
  readonly issuer_number: string
  readonly issuer_address: string
  readonly recipient_name: string
  readonly recipient_number: string
  readonly recipient_address: string
  readonly statement_id: string | null
  readonly statement_number: number | null
  readonly cites: string | null
  readonly cited_type: DocumentType | null
  readonly cited_number: number | null
  readonly net: Agorot
  readonly vat: Agorot
  readonly total: Agorot
  readonly paid_means: PaymentMeans | null
  readonly paid_amount: Agorot | null
  readonly hash: string
  /** Null where it needs no allocation number. */
  readonly allocation_state: AllocationState | null
  readonly allocation: string | null
}

const COLUMNS = sql`
  d.id, d.account_id, d.type, d.number, d.issued_at, d.day::text as day, d.issuer_name, d.issuer_number, d.issuer_address,
  d.recipient_name, d.recipient_number, d.recipient_address, d.statement_id, d.statement_number, d.cites,
  c.type as cited_type, c.number as cited_number, d.net::float8 as net, d.vat::float8 as vat, d.total::float8 as total,
  d.paid_means, d.paid_amount::float8 as paid_amount, d.hash, a.state as allocation_state, a.number as allocation`
const JOINED = sql`
  left join documents c on c.id = d.cites left join document_allocations a on a.document_id = d.id`

export interface DocumentSearch {
  readonly accountId?: string | undefined
  readonly type?: DocumentType | undefined
  /** Days, `YYYY-MM-DD`, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** A document, its statement or the one that it cites with this number, or an event with this in its name; with several, any. */
  readonly or?: NumberOrName | undefined
  readonly limit: number
  readonly offset: number
}

const MAX_DIGITS = 9

const searchOf = ({ or }: DocumentSearch): RawBuilder<unknown> => {
  const { name, whole = -1, isEmpty } = searchTerms(or, MAX_DIGITS)
  if (isEmpty) return sql`true`
  return sql`(
    d.number = ${whole} or d.statement_number = ${whole} or c.number = ${whole} or (${name !== ''} and exists (
      select from document_lines l where l.document_id = d.id and l.event_name ilike ${containing(name)}
    )))`
}

/** Documents, the newest first; and how many there are. */
export const listDocuments = async (
  db: Db,
  search: DocumentSearch,
): Promise<{ rows: DocumentRow[]; total: number }> => {
  const { accountId = null, type, from = null, to = null } = search
  const found = sql`
    from documents d ${JOINED}
    where (${accountId}::uuid is null or d.account_id = ${accountId}::uuid)
      and d.type = any(${DOCUMENT_TYPES.filter((each) => each === (type ?? each))}::text[])
      and (${from}::date is null or d.day >= ${from}::date) and (${to}::date is null or d.day <= ${to}::date)
      and ${searchOf(search)}`
  const { rows } = await sql<DocumentRow>`
    select ${COLUMNS} ${found} order by d.issued_at desc, d.cites is null, d.type, d.number desc
    limit ${search.limit} offset ${search.offset}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export interface DocumentWithLines {
  readonly row: DocumentRow
  readonly lines: readonly DocumentLine[]
}

/** A document with its lines; of an account, or of any. */
export const readDocument = async (
  db: Db | Tx,
  id: string,
  accountId?: string,
): Promise<DocumentWithLines | undefined> => {
  const { rows } = await sql<DocumentRow>`
    select ${COLUMNS} from documents d ${JOINED}
    where d.id = ${id} and d.account_id = coalesce(${accountId ?? null}::uuid, d.account_id)`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const lines = await sql<DocumentLine>`
    select event_id as "eventId", event_name as "eventName", net::float8 as net, vat::float8 as vat, vat_bp as "vatBp"
    from document_lines where document_id = ${id} order by position`.execute(db)
  return { row, lines: lines.rows }
}

/** Notes that the original of a document was printed: true for the first caller only. */
export const takeOriginal = async (tx: Tx, id: string, at: Date, by: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('document_originals')
    .values({ document_id: id, printed_at: at, printed_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The documents of an issuer in a period with their lines, in order of issue; days `YYYY-MM-DD`, both included. */
export const readIssued = async (
  db: Db,
  issuer: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DocumentWithLines[]> => {
  const { rows } = await sql<DocumentRow & { lines: DocumentLine[] }>`
    select ${COLUMNS}, coalesce((
      select jsonb_agg(jsonb_build_object('eventId', l.event_id, 'eventName', l.event_name, 'net', l.net, 'vat', l.vat,
        'vatBp', l.vat_bp) order by l.position)
      from document_lines l where l.document_id = d.id
    ), '[]') as lines
    from documents d ${JOINED}
    where d.issuer_number = ${issuer} and d.day between ${from}::date and ${to}::date
    order by d.issued_at, d.id`.execute(db)
  return rows.map(({ lines, ...row }) => ({ row, lines }))
}
