import { ALLOCATION_MOVES, type AllocationState } from '@kartis/domain/allocation.ts'
import type { DocumentType } from '@kartis/domain/tax-document.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** An invoice as a request for its number has it; sums in agorot. */
export interface AllocationRow {
  readonly document_id: string
  readonly account_id: string
  readonly type: DocumentType
  readonly number: number
  readonly day: string
  readonly issuer_number: string
  readonly recipient_number: string
  readonly recipient_name: string
  readonly net: number
  readonly vat: number
  readonly total: number
  readonly state: AllocationState
  readonly allocation: string | null
  readonly failures: number
  readonly code: string | null
  readonly message: string | null
  readonly reported_at: Date | null
}

const SELECT = sql`
  select a.document_id, d.account_id, d.type, d.number, d.day::text as day, d.issuer_number, d.recipient_number, d.recipient_name,
    d.net::float8 as net, d.vat::float8 as vat, d.total::float8 as total, a.state, a.number as allocation, a.failures, a.code, a.message,
    a.reported_at
  from document_allocations a join documents d on d.id = a.document_id`

export const insertPending = async (tx: Tx, documentIds: readonly string[], at: Date): Promise<void> => {
  await sql`
    insert into document_allocations (document_id, state, changed_at)
    select id, 'pending', ${at} from unnest(${[...documentIds]}::uuid[]) as d (id)`.execute(tx)
}

export const readPending = async (db: Db): Promise<AllocationRow[]> => {
  const { rows } = await sql<AllocationRow>`
    ${SELECT} where a.state = 'pending' order by d.issued_at, d.type, d.number`.execute(db)
  return rows
}

/** Numbers that a person has something to do about: those that wait, were refused, or are to be reported. */
export const readOpenAllocations = async (db: Db): Promise<AllocationRow[]> => {
  const { rows } = await sql<AllocationRow>`
    ${SELECT} where a.state in ('pending', 'refused') or (a.state = 'emergency' and a.reported_at is null)
    order by d.issued_at, d.type, d.number`.execute(db)
  return rows
}

export const lockAllocation = async (tx: Tx, documentId: string): Promise<AllocationRow | undefined> => {
  const { rows } = await sql<AllocationRow>`
    ${SELECT} where a.document_id = ${documentId} for update of a`.execute(tx)
  return rows[0]
}

/** The document of an issuer by type and number. */
export const findDocument = async (
  db: Db,
  issuer: string,
  { type, number }: { readonly type: DocumentType; readonly number: number },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('issuer_number', '=', issuer)
    .where('type', '=', type)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.id
}

export interface AllocationChange {
  readonly to: AllocationState
  readonly number?: string
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly at: Date
  readonly by: string | null
}

/** Moves an allocation that may go there; false where it may not. */
export const moveAllocation = async (tx: Tx, documentId: string, change: AllocationChange): Promise<boolean> => {
  const from = Object.entries(ALLOCATION_MOVES).flatMap(([state, to]) => (to.includes(change.to) ? [state] : []))
  const { numAffectedRows } = await sql`
    update document_allocations
    set state = ${change.to}, number = ${change.number ?? null}, code = coalesce(${change.code ?? null}, code),
      message = coalesce(${change.message ?? null}, message), changed_at = ${change.at}, changed_by = ${change.by}
    where document_id = ${documentId} and state = any(${from}::text[])`.execute(tx)
  return numAffectedRows === 1n
}

export interface Attempt {
  readonly outcome: 'allocated' | 'refused' | 'failed'
  readonly code: string
  readonly message: string
  readonly at: Date
}

/** The caller has locked the allocation. */
export const insertAttempt = async (
  tx: Tx,
  documentId: string,
  { outcome, code, message, at }: Attempt,
): Promise<void> => {
  await sql`
    insert into document_allocation_attempts (document_id, attempt, at, outcome, code, message)
    select ${documentId}, count(*)::int + 1, ${at}, ${outcome}, ${code}, ${message}
    from document_allocation_attempts where document_id = ${documentId}`.execute(tx)
  if (outcome === 'failed')
    await sql`
      update document_allocations set failures = failures + 1, code = ${code}, message = ${message}, changed_at = ${at}
      where document_id = ${documentId}`.execute(tx)
}

/** Takes an unused emergency number for a document, once among concurrent callers; undefined where none is left. */
export const takeEmergencyNumber = async (tx: Tx, issuer: string, documentId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ number: string }>`
    update emergency_allocations set document_id = ${documentId}
    where (issuer_number, number) = (
      select issuer_number, number from emergency_allocations
      where issuer_number = ${issuer} and document_id is null order by loaded_at, number limit 1 for update skip locked
    )
    returning number`.execute(tx)
  return rows[0]?.number
}

/** Keeps emergency numbers, each once; how many are unused now. */
export const insertEmergencyNumbers = async (
  tx: Tx,
  issuer: string,
  { numbers, by, at }: { readonly numbers: readonly string[]; readonly by: string; readonly at: Date },
): Promise<number> => {
  await sql`
    insert into emergency_allocations (issuer_number, number, loaded_at, loaded_by)
    select ${issuer}, number, ${at}, ${by} from unnest(${[...numbers]}::text[]) as n (number)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from emergency_allocations where issuer_number = ${issuer} and document_id is null`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Notes that the emergency number of a document was reported; false where there is none to report. */
export const markReported = async (tx: Tx, documentId: string, at: Date, by: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update document_allocations set reported_at = ${at}, changed_at = ${at}, changed_by = ${by}
    where document_id = ${documentId} and state = 'emergency' and reported_at is null`.execute(tx)
  return numAffectedRows === 1n
}
