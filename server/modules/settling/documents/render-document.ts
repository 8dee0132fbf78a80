import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Waiter, WorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import type { PrintedReport } from '../reports/index.ts'
import type { ConsentRow } from './document-consent.ts'
import type { DocumentWithLines } from './documents-queries.ts'
import { type Print, printedDocument } from './printed-document.ts'
import type { signatureOf } from './sign-pdf.ts'

export interface Printing {
  readonly print: Print
  readonly now: Date
  /** Undefined: the document says that it is not signed. */
  readonly signature: ReturnType<typeof signatureOf>
  /** Undefined: the recipient has not agreed to electronic documents. */
  readonly consent: ConsentRow | undefined
  readonly waiter?: Waiter
}

/** A document as a PDF with the signature of its issuer. Refused while too many are being rendered. */
export const renderDocument = async (
  renderer: WorkerThread<PrintedReport, Uint8Array>,
  document: DocumentWithLines,
  { print, now, signature, consent, waiter }: Printing,
): Promise<Uint8Array | Refusal> => {
  const pdf = await renderer.run(
    printedDocument(document, { print, now, isSigned: signature !== undefined, consent }),
    waiter,
  )
  return isRefusal(pdf) || !signature ? pdf : signature(pdf)
}
