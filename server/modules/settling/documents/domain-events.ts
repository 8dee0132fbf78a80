import type { Agorot } from '@kartis/domain/money.ts'
import type { DocumentType } from '@kartis/domain/tax-document.ts'

/** The subject is the document. */
export interface DocumentEventData {
  'document.issued': { readonly type: DocumentType; readonly number: number; readonly total: Agorot }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of documents
  interface DomainEventData extends DocumentEventData {}
}
