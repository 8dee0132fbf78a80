import { isRefusal } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createReportRenderer } from '../reports/index.ts'
import { agreedConsent, type ConsentRow } from './document-consent.ts'
import { readDocument, takeOriginal } from './documents-queries.ts'
import type { Print } from './printed-document.ts'
import { renderDocument } from './render-document.ts'
import { signatureOf } from './sign-pdf.ts'

export interface PrintedFile {
  readonly print: Print
  /** It has no original before the Tax Authority gives it its number. */
  readonly isWaiting: boolean
  readonly pdf: Uint8Array
  readonly isSigned: boolean
  /** Undefined: the recipient has not agreed to electronic documents. */
  readonly consent: ConsentRow | undefined
}

/** The renderer gave up. */
class NotRendered extends Error {
  override name = 'NotRendered'
}

/**
 * A document as a PDF, signed where the issuer has a certificate: the original the first time, a copy after that, also when two
 * print at the same time. An invoice that still waits for its allocation number has no original yet. Undefined where there is
 * no such document. Throws a CertificateError where the certificate cannot sign.
 */
export const printDocument = async (platform: Platform, id: string, by: string): Promise<PrintedFile | undefined> => {
  const signature = signatureOf(platform)
  return inTransaction(platform.db, async (tx) => {
    const document = await readDocument(tx, id)
    if (!document) return undefined
    const state = document.row.allocation_state
    const isWaiting = state === 'pending' || state === 'refused'
    const now = platform.clock()
    const consent = await agreedConsent(tx, document.row.account_id)
    const print = !isWaiting && (await takeOriginal(tx, id, now, by)) ? 'original' : 'copy'
    const renderer = createReportRenderer()
    try {
      const pdf = await renderDocument(renderer, document, { print, now, signature, consent })
      // Rolls back: the original was not printed.
      if (isRefusal(pdf)) throw new NotRendered(pdf.refusal)
      return { print, isWaiting, pdf, isSigned: signature !== undefined, consent }
    } finally {
      await renderer.close()
    }
  })
}
