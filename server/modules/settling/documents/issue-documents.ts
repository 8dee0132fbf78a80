import { createHash } from 'node:crypto'
import { needsAllocation } from '@kartis/domain/allocation.ts'
import {
  canonicalDocument,
  DOCUMENT_TYPES,
  type DocumentParty,
  documentSums,
  type DocumentType,
  type PlannedDocument,
  type TaxDocument,
} from '@kartis/domain/tax-document.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { requestAllocations } from './allocate.ts'
import type { DocumentEventData } from './domain-events.ts'

export interface Recipient extends DocumentParty {
  readonly accountId: string
  readonly vatType: string
}

/** What a planned document is about: a statement or a payment. */
export interface DocumentSource {
  readonly statement: { readonly id: string; readonly number: number } | null
  readonly paymentId: string | null
}

export interface DocumentToIssue extends PlannedDocument, DocumentSource {
  readonly recipient: Recipient
}

interface Series {
  readonly number: number
  readonly hash: string | null
}

/**
 * Locks the numbers of an issuer until the transaction ends, all types in one order, so that concurrent callers wait for
 * each other. A transaction that rolls back has taken no number.
 */
const lockSeries = async (tx: Tx, issuer: string): Promise<Map<DocumentType, Series>> => {
  const types = [...DOCUMENT_TYPES]
  await sql`
    insert into document_series (issuer_number, type) select ${issuer}, unnest(${types}::text[])
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ type: DocumentType; last_number: number; last_hash: string | null }>`
    select type, last_number, last_hash from document_series where issuer_number = ${issuer} order by type for update`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.type, { number: row.last_number, hash: row.last_hash }]))
}

const readCited = async (tx: Tx, ids: readonly string[]): Promise<Map<string, NonNullable<TaxDocument['cites']>>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('documents').select(['id', 'type', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, type, number }) => [id, { type, number }]))
}

interface Numbered {
  readonly id: string
  readonly document: TaxDocument
  readonly hash: string
  readonly toIssue: DocumentToIssue
}

const rowOf = ({ id, document, hash, toIssue }: Numbered) => ({
  id,
  account_id: toIssue.recipient.accountId,
  issuer_number: document.issuer.number,
  type: document.type,
  number: document.number,
  issued_at: document.issuedAt,
  day: document.day,
  issuer_name: document.issuer.name,
  issuer_address: document.issuer.address,
  recipient_name: document.recipient.name,
  recipient_number: document.recipient.number,
  recipient_address: document.recipient.address,
  recipient_vat_type: toIssue.recipient.vatType,
  statement_id: toIssue.statement?.id ?? null,
  statement_number: document.statement,
  payment_id: toIssue.paymentId,
  cites: toIssue.cites,
  net: document.net,
  vat: document.vat,
  total: document.total,
  paid_means: document.paid?.means ?? null,
  paid_amount: document.paid?.amount ?? null,
  previous_hash: document.previousHash,
  hash,
})

const linesOf = ({ id, document }: Numbered) =>
  document.lines.map((line, index) => ({
    document_id: id,
    position: index + 1,
    event_id: line.eventId,
    event_name: line.eventName,
    net: line.net,
    vat: line.vat,
    vat_bp: line.vatBp,
  }))

const write = async (tx: Tx, issuer: string, numbered: readonly Numbered[]): Promise<void> => {
  const last = new Map(numbered.map(({ document: { type, number }, hash }) => [type, { type, number, hash }]))
  await sql`
    update document_series s set last_number = l.number, last_hash = l.hash
    from jsonb_to_recordset(${JSON.stringify([...last.values()])}::jsonb) as l (type text, number int, hash text)
    where s.issuer_number = ${issuer} and s.type = l.type`.execute(tx)
  await sql`
    insert into documents
    select * from jsonb_populate_recordset(null::documents, ${JSON.stringify(numbered.map(rowOf))}::jsonb)`.execute(tx)
  await sql`
    insert into document_lines
    select * from jsonb_populate_recordset(null::document_lines, ${JSON.stringify(numbered.flatMap(linesOf))}::jsonb)`.execute(
    tx,
  )
}

/**
 * Issues documents in the caller's transaction, in this order: the only writer of `documents` and of their numbers. What they
 * cite was issued before. Resolves with their ids.
 */
export const issueDocuments = async (
  platform: Platform,
  tx: Tx,
  issuer: DocumentParty,
  documents: readonly DocumentToIssue[],
): Promise<string[]> => {
  if (documents.length === 0) return []
  const series = await lockSeries(tx, issuer.number)
  const cited = await readCited(
    tx,
    documents.flatMap(({ cites }) => cites ?? []),
  )
  const issuedAt = platform.clock()
  const day = dayIn(ISRAEL_ZONE, issuedAt)
  const numbered = documents.map((toIssue): Numbered => {
    const { number, hash: previousHash } = series.get(toIssue.type) ?? { number: 0, hash: null }
    const { name, number: business, address } = toIssue.recipient
    const document: TaxDocument = {
      type: toIssue.type,
      number: number + 1,
      issuedAt,
      day,
      issuer,
      recipient: { name, number: business, address },
      statement: toIssue.statement?.number ?? null,
      cites: (toIssue.cites === null ? undefined : cited.get(toIssue.cites)) ?? null,
      lines: toIssue.lines,
      paid: toIssue.paid,
      ...documentSums(toIssue),
      previousHash,
    }
    const hash = createHash('sha256').update(canonicalDocument(document)).digest('hex')
    series.set(toIssue.type, { number: document.number, hash })
    return { id: platform.newId(), document, hash, toIssue }
  })
  await write(tx, issuer.number, numbered)
  await platform.domainEvents.append(
    tx,
    numbered.map(({ id, document: { type, number, total }, toIssue }) => {
      const data: DocumentEventData['document.issued'] = { type, number, total }
      return {
        type: 'document.issued',
        at: issuedAt,
        accountId: toIssue.recipient.accountId,
        subject: id,
        data,
      }
    }),
  )
  await requestAllocations(
    platform,
    tx,
    numbered.flatMap(({ id, document, toIssue }) =>
      needsAllocation(document, toIssue.recipient.vatType, platform.settings.documents.allocation) ? [id] : [],
    ),
  )
  return numbered.map(({ id }) => id)
}
