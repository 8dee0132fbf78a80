import { emptyDocument, mapDocument, type MapDocument } from './document.ts'

type Stored = Readonly<Record<string, unknown>>

/** Step n leads from form n to form n + 1; a step that was released never changes. */
const STEPS: Readonly<Record<number, (document: Stored) => Stored>> = {
  // Form 1 was never edited: it was the empty document of maps that were saved by name.
  1: () => ({ ...emptyDocument() }),
}

export const CURRENT_FORM = 2

/** In today's form, not validated. Throws for a form that this version does not know: it was written by a newer one. */
export const upgradeForm = (stored: Stored): Stored => {
  let document = stored
  while (document['form'] !== CURRENT_FORM) {
    const form = document['form']
    const step = typeof form === 'number' ? STEPS[form] : undefined
    if (!step) throw new Error(`A seat map has the form ${JSON.stringify(form)}, which this version cannot read.`)
    document = step(document)
  }
  return document
}

/** The stored document in today's form. Throws for a form of a later version. */
export const upgradeDocument = (stored: Stored): MapDocument => mapDocument.parse(upgradeForm(stored))
