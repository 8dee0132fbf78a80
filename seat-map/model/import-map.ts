import { z } from 'zod'
import { CURRENT_FORM, upgradeForm } from './document-versions.ts'
import { mapDocument } from './document.ts'
import { importPretix, type ImportResult } from './import-pretix.ts'
import { noteCounter } from './imported-hall.ts'

const ownFile = z.looseObject({ form: z.number() })

/**
 * The document of a JSON file: an exported map of any version, or a pretix plan. Pictures are files of the account that
 * exported the map, so another one gets the map without them.
 */
export const importMap = (json: unknown): ImportResult => {
  const own = ownFile.safeParse(json)
  if (!own.success) return importPretix(json)
  const { form } = own.data
  if (!Number.isInteger(form) || form < 1 || form > CURRENT_FORM)
    return { error: new z.ZodError([{ code: 'custom', path: ['form'], message: 'unknown_option', input: form }]) }
  const checked = mapDocument.safeParse(upgradeForm(own.data), { reportInput: true })
  if (!checked.success) return { error: checked.error }
  const { sections, tracing, ...document } = checked.data
  const notes = noteCounter()
  notes.add('pictures_dropped', sections.filter(({ view }) => view).length + (tracing ? 1 : 0))
  return {
    document: { ...document, sections: sections.map(({ view: _view, ...section }) => section), tracing: null },
    notes: notes.notes(),
  }
}
