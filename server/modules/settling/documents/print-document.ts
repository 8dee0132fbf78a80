import { isRefusal } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createReportRenderer } from '../reports/index.ts'
import { readDocument, takeOriginal } from './documents-queries.ts'
import { type Print, printedDocument } from './printed-document.ts'

export interface PrintedFile {
  readonly print: Print
  readonly pdf: Uint8Array
}

/** The renderer gave up. */
class NotRendered extends Error {
  override name = 'NotRendered'
}

/**
 * A document as a PDF for paper: the original the first time, a copy after that, also when two print at the same time. An
 * invoice that still waits for its allocation number has no original yet. Undefined where there is no such document.
 */
export const printDocument = (platform: Platform, id: string, by: string): Promise<PrintedFile | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const document = await readDocument(tx, id)
    if (!document) return undefined
    const state = document.row.allocation_state
    const isWaiting = state === 'pending' || state === 'refused'
    const now = platform.clock()
    const print = !isWaiting && (await takeOriginal(tx, id, now, by)) ? 'original' : 'copy'
    const renderer = createReportRenderer()
    try {
      const pdf = await renderer.run(printedDocument(document, print, now))
      // Rolls back: the original was not printed.
      if (isRefusal(pdf)) throw new NotRendered(pdf.refusal)
      return { print, pdf }
    } finally {
      await renderer.close()
    }
  })
