import { upgradeDocument } from '@kartis/seat-map/model/document-versions.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'

/** Documents are written by `storedText`, so those of today's form begin so. */
const CURRENT = '{"form":2,'

/** The text of a valid document as it is stored. */
export const storedText = ({ form, ...document }: MapDocument): string => JSON.stringify({ form, ...document })

/** The document of a stored text in today's form. Throws for a form of a later version. */
export const readDocument = (text: string): MapDocument => {
  const stored = JSON.parse(text) as MapDocument
  // A text of today's form was validated when it was written.
  return text.startsWith(CURRENT) ? stored : upgradeDocument(stored)
}

/** The stored text, in today's form. */
export const currentText = (text: string): string => (text.startsWith(CURRENT) ? text : storedText(readDocument(text)))
