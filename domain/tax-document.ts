import type { Agorot } from './money.ts'
import { ratioOf, sum } from './money.ts'

/**
 * Tax documents of the installation to its producers, about its fees.
 * - `tax_invoice`: fees that are still to be paid
 * - `tax_invoice_receipt`: fees that were taken from the producer's money at once
 * - `credit_note`: fees returned back; cites the document that charged them
 * - `receipt`: a payment of invoiced fees
 */
export const DOCUMENT_TYPES = ['tax_invoice', 'tax_invoice_receipt', 'credit_note', 'receipt'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Codes of the Tax Authority (uniform file, allocation numbers). */
export const DOCUMENT_CODES: Readonly<Record<DocumentType, number>> = {
  tax_invoice: 305,
  tax_invoice_receipt: 320,
  credit_note: 330,
  receipt: 400,
}

/** How fees were paid: taken from the producer's money, or by a transfer of the producer. */
export const PAYMENT_MEANS = ['set_off', 'transfer'] as const
export type PaymentMeans = (typeof PAYMENT_MEANS)[number]

/** Fees of one event as a statement books them; charged above 0, returned back below. */
export interface EventFees {
  readonly eventId: string
  readonly eventName: string
  readonly cardFee: Agorot
  readonly serviceFee: Agorot
  readonly vat: Agorot
  /** The rate of the day on which the event was settled. */
  readonly vatBp: number
  /** Whether `serviceFee` has VAT inside, by the fee contract of that day. */
  readonly serviceFeeIncludesVat: boolean
}

/** One event of a document. Above 0, on a credit note as well. */
export interface DocumentLine {
  readonly eventId: string
  readonly eventName: string
  readonly net: Agorot
  readonly vat: Agorot
  readonly vatBp: number
}

const WHOLE = 10_000

const vatInside = (gross: Agorot, vatBp: number): Agorot =>
  gross < 0 ? -vatInside(-gross, vatBp) : gross - ratioOf(gross, WHOLE, WHOLE + vatBp)

/** The fees of an event before VAT, and their VAT: as booked, and what is inside the service fee. */
export const feeLine = (fees: EventFees): DocumentLine => {
  const { eventId, eventName, cardFee, serviceFee, vat, vatBp, serviceFeeIncludesVat } = fees
  const inside = serviceFeeIncludesVat ? vatInside(serviceFee, vatBp) : 0
  const [net, tax] = [cardFee + serviceFee - inside, vat + inside]
  // Where one fee rises and another falls, rounding can leave an agora on either side: a line has one sign.
  const isMixed = net * tax < 0
  return { eventId, eventName, net: isMixed ? net + tax : net, vat: isMixed ? 0 : tax, vatBp }
}

/** What documents of earlier statements charged for an event, less what credit notes gave back. */
export interface Charged {
  readonly documentId: string
  readonly eventId: string
  readonly net: Agorot
  readonly vat: Agorot
}

export interface PlannedDocument {
  readonly type: DocumentType
  /** The document that a credit note cites. */
  readonly cites: string | null
  /** None on a receipt. */
  readonly lines: readonly DocumentLine[]
  readonly paid: { readonly means: PaymentMeans; readonly amount: Agorot } | null
}

export interface DocumentPlan {
  readonly documents: readonly PlannedDocument[]
  /** Charged by documents and not paid; below 0 paid before it was charged. */
  readonly open: Agorot
  /** Given back of fees that no document charged, so that none can be cited. */
  readonly uncredited: Agorot
}

const totalOf = (lines: readonly { readonly net: Agorot; readonly vat: Agorot }[]): Agorot =>
  sum(lines.map(({ net, vat }) => net + vat))

interface Credits {
  readonly parts: ReadonlyMap<string, DocumentLine[]>
  readonly uncredited: Agorot
}

/** Divides returned fees over the documents that charged it, the newest first. `charged` is in order of issue. */
const creditParts = (returned: readonly DocumentLine[], charged: readonly Charged[]): Credits => {
  const parts = new Map<string, DocumentLine[]>()
  let uncredited = 0
  for (const line of returned) {
    let [net, vat] = [Math.max(0, -line.net), Math.max(0, -line.vat)]
    for (const earlier of charged.toReversed()) {
      if (earlier.eventId !== line.eventId) continue
      const part = { net: Math.min(net, earlier.net), vat: Math.min(vat, earlier.vat) }
      if (part.net + part.vat <= 0) continue
      ;[net, vat] = [net - part.net, vat - part.vat]
      const own = parts.get(earlier.documentId) ?? []
      parts.set(earlier.documentId, [...own, { ...line, ...part }])
    }
    uncredited += net + vat
  }
  return { parts, uncredited }
}

const receipt = (means: PaymentMeans, amount: Agorot): PlannedDocument => ({
  type: 'receipt',
  cites: null,
  lines: [],
  paid: { means, amount },
})

const invoice = (lines: readonly DocumentLine[]): PlannedDocument => ({
  type: 'tax_invoice',
  cites: null,
  lines,
  paid: null,
})

/** Invoice and receipt of a statement that leaves the producer without debt: the producer's money has paid everything. */
const settledDocuments = (lines: readonly DocumentLine[], before: Agorot): PlannedDocument[] => {
  const charge = totalOf(lines)
  if (charge > 0 && before >= 0) {
    const both: PlannedDocument = {
      type: 'tax_invoice_receipt',
      cites: null,
      lines,
      paid: { means: 'set_off', amount: charge },
    }
    return before > 0 ? [both, receipt('set_off', before)] : [both]
  }
  const due = before + charge
  return [...(charge > 0 ? [invoice(lines)] : []), ...(due > 0 ? [receipt('set_off', due)] : [])]
}

export interface StatementFacts {
  readonly fees: readonly EventFees[]
  /** In order of issue. */
  readonly charged: readonly Charged[]
  readonly open: Agorot
  /** The closing balance: from 0 on the producer owes nothing. */
  readonly closing: Agorot
}

/**
 * The documents of a statement: credit notes for what it gives back, one for each document that is cited; an invoice for
 * what it charges; a receipt for what the producer's money has paid of earlier invoices.
 */
export const documentsOfStatement = ({ fees, charged, open, closing }: StatementFacts): DocumentPlan => {
  const lines = fees.map(feeLine)
  const charges = lines.filter(({ net, vat }) => net + vat > 0)
  const { parts, uncredited } = creditParts(
    lines.filter(({ net, vat }) => net + vat < 0),
    charged,
  )
  const credits = [...parts].map(([cites, own]): PlannedDocument => ({
    type: 'credit_note',
    cites,
    lines: own,
    paid: null,
  }))
  const before = open - sum(credits.map((credit) => totalOf(credit.lines)))
  if (closing >= 0) return { documents: [...credits, ...settledDocuments(charges, before)], open: 0, uncredited }
  return {
    documents: [...credits, ...(charges.length > 0 ? [invoice(charges)] : [])],
    open: before + totalOf(charges),
    uncredited,
  }
}

/** The document of a payment of fees by the producer. */
export const documentOfPayment = (amount: Agorot, open: Agorot): DocumentPlan => ({
  documents: [receipt('transfer', amount)],
  open: open - amount,
  uncredited: 0,
})

/** Sums of a document: those of its lines, and for a receipt what was paid. */
export const documentSums = ({ lines, paid }: Pick<PlannedDocument, 'lines' | 'paid'>) => {
  const net = sum(lines.map((line) => line.net))
  const vat = sum(lines.map((line) => line.vat))
  return { net, vat, total: lines.length > 0 ? net + vat : (paid?.amount ?? 0) }
}

/** Who issues a document, and for whom. */
export interface DocumentParty {
  readonly name: string
  /** Business number, nine digits. */
  readonly number: string
  readonly address: string
}

export interface TaxDocument {
  readonly type: DocumentType
  /** From 1, without gaps among the documents of this type of the issuer. */
  readonly number: number
  readonly issuedAt: Date
  /** `YYYY-MM-DD` in Israel. */
  readonly day: string
  readonly issuer: DocumentParty
  readonly recipient: DocumentParty
  /** Number of the statement that it is about; null for a payment. */
  readonly statement: number | null
  /** Type and number of the document that is cited. */
  readonly cites: { readonly type: DocumentType; readonly number: number } | null
  readonly lines: readonly DocumentLine[]
  readonly paid: PlannedDocument['paid']
  readonly net: Agorot
  readonly vat: Agorot
  readonly total: Agorot
  /** Hash of the document of this type before it. */
  readonly previousHash: string | null
}

/** The text that the hash of a document is made of: everything that it says, and the hash before it. */
export const canonicalDocument = (document: TaxDocument): string => {
  const party = ({ name, number, address }: DocumentParty): string => JSON.stringify([name, number, address])
  const { cites, paid } = document
  return [
    'kartis document 1',
    `${document.type} ${document.number}`,
    `issued ${document.issuedAt.toISOString()} ${document.day}`,
    `issuer ${party(document.issuer)}`,
    `recipient ${party(document.recipient)}`,
    `statement ${document.statement ?? '-'}`,
    `cites ${cites ? `${cites.type} ${cites.number}` : '-'}`,
    ...document.lines.map(({ eventId, eventName, net, vat, vatBp }) =>
      ['line', eventId, JSON.stringify(eventName), net, vat, vatBp].join(' '),
    ),
    `paid ${paid ? `${paid.means} ${paid.amount}` : '-'}`,
    `sums ${document.net} ${document.vat} ${document.total}`,
    `previous ${document.previousHash ?? '-'}`,
    '',
  ].join('\n')
}
