import { ALLOCATION_STATES } from '@kartis/domain/allocation.ts'
import { DOCUMENT_CONSENT_TEXT } from '@kartis/domain/document-consent.ts'
import { DOCUMENT_TYPES, PAYMENT_MEANS } from '@kartis/domain/tax-document.ts'
import { z } from 'zod'
import { byUuid, calendarDay, data, endpoint, exportOf, instant, listQuery, page, shekels, uuid } from './endpoint.ts'

const tag = 'documents'
const access = { permission: 'report.account' } as const

const party = z.object({
  name: z.string(),
  /** Business number. */
  number: z.string(),
  address: z.string(),
})

export const taxDocument = z
  .object({
    uuid,
    type: z.enum(DOCUMENT_TYPES),
    /** Code of the Tax Authority. */
    code: z.int(),
    /** From 1, without gaps among the issuer's documents of this type. */
    number: z.int(),
    /** In Israel. */
    day: calendarDay,
    issued_at: instant,
    issuer: party,
    recipient: party,
    /** Null for a payment. */
    statement_uuid: uuid.nullable(),
    statement_number: z.int().nullable(),
    /** The document that a credit note gives back of. */
    cites: z.object({ uuid, type: z.enum(DOCUMENT_TYPES), number: z.int() }).nullable(),
    net_amount: shekels,
    vat_amount: shekels,
    /** Net and VAT; of a receipt what was received. */
    total_amount: shekels,
    /** How the fees were paid: taken from the producer's money, or by transfer. Null on a credit note, and where a receipt of its own says it. */
    paid: z.object({ means: z.enum(PAYMENT_MEANS), amount: shekels }).nullable(),
    /** Of invoices that need a number of the Tax Authority; `number` is what is printed of it. */
    allocation: z.object({ status: z.enum(ALLOCATION_STATES), number: z.string().nullable() }).nullable(),
    /** SHA-256 of all that it says and of the hash of the document of its type before it. */
    hash: z.string(),
  })
  .meta({ id: 'TaxDocument' })
export type TaxDocument = z.infer<typeof taxDocument>

export const listDocuments = endpoint({
  method: 'GET',
  path: '/v1/producer/documents',
  access,
  tag,
  summary: 'Tax invoices, receipts and credit notes about the fees of the service, the newest first.',
  query: listQuery({
    filter: { type: z.enum(DOCUMENT_TYPES).optional(), from: calendarDay.optional(), to: calendarDay.optional() },
    /** The number of a document, of its statement or of the document that it cites, whole; a part of the name of an event. */
    or: ['number', 'name'],
  }),
  reply: page(taxDocument),
})

export const exportDocuments = exportOf(listDocuments)

const documentLine = z
  .object({
    event_uuid: uuid,
    /** The name that the event had on that day. */
    event_name: z.string(),
    net_amount: shekels,
    vat_amount: shekels,
    /** Percent. */
    vat_rate: z.number(),
  })
  .meta({ id: 'TaxDocumentLine' })

export const documentWithLines = taxDocument
  .extend({ lines: z.array(documentLine) })
  .meta({ id: 'TaxDocumentWithLines' })
export type DocumentWithLines = z.infer<typeof documentWithLines>

export const showDocumentIssuer = endpoint({
  method: 'GET',
  path: '/v1/producer/documents/issuer',
  access,
  tag,
  summary: 'Who issues the documents, and for statements from which day on; null where the operator has not set it up.',
  reply: data(party.extend({ from: calendarDay }).meta({ id: 'DocumentIssuer' }).nullable()),
})

const documentConsent = z
  .object({
    agreed: z.boolean(),
    /** The version of the sentence that was shown, and its language. */
    text: z.int(),
    lang: z.string(),
    at: instant,
    /** Who agreed or withdrew. */
    by: z.string(),
  })
  .meta({ id: 'DocumentConsent' })
export type DocumentConsent = z.infer<typeof documentConsent>

export const showDocumentConsent = endpoint({
  method: 'GET',
  path: '/v1/producer/documents/consent',
  access,
  tag,
  summary:
    'Whether the account agreed to get the originals of its documents electronically; null where nobody said so yet.',
  reply: data(documentConsent.nullable()),
})

export const setDocumentConsent = endpoint({
  method: 'PUT',
  path: '/v1/producer/documents/consent',
  access: { permission: 'account.edit' },
  tag,
  summary: 'Agree to get the originals of documents electronically, or withdraw that. The same again changes nothing.',
  body: z.strictObject({
    agreed: z.boolean(),
    /** The version of the sentence that was shown. */
    text: z.int().min(1).max(DOCUMENT_CONSENT_TEXT),
  }),
  reply: data(documentConsent),
  idempotent: false,
})

export const showDocument = endpoint({
  method: 'GET',
  path: '/v1/producer/documents/:uuid',
  access,
  tag,
  summary: 'A tax document with its lines, one for each event.',
  params: byUuid,
  reply: data(documentWithLines),
})

export const documentPdf = endpoint({
  method: 'GET',
  path: '/v1/producer/documents/:uuid.pdf',
  access,
  tag,
  summary: 'A copy of a tax document as .pdf, in Hebrew. The operator prints the original.',
  params: byUuid,
  replyType: 'pdf',
  reply: z.unknown(),
  logged: 'export',
})
