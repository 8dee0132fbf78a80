import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { theatre } from '../templates/theatre.ts'
import { documents } from '../testing/random-documents.ts'
import { emptyDocument, type MapDocument } from './document.ts'
import { exportPretix } from './export-pretix.ts'
import { importMap } from './import-map.ts'

const taken = (json: unknown) => {
  const result = importMap(json)
  if ('error' in result) throw result.error
  return result
}
const reasons = (json: unknown): string[] => {
  const result = importMap(json)
  return 'error' in result ? result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : []
}
const sent = (document: unknown): unknown => JSON.parse(JSON.stringify(document))

describe('a map as a file', () => {
  it('comes back as the same document, whatever was drawn', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(taken(sent(document))).toEqual({ document: { ...document, tracing: null }, notes: [] })
      }),
      { numRuns: 40 },
    )
  })

  it('comes without its pictures, which are files of the account that exported it', () => {
    const view = '01890000-0000-7000-8000-000000000001'
    const hall = theatre()
    const document: MapDocument = {
      ...hall,
      sections: hall.sections.map((section, index) => (index === 0 ? { ...section, view } : section)),
      tracing: { file: view, at: [0, 0], width: 1000, opacity: 0.5 },
    }
    const { document: imported, notes } = taken(sent(document))
    expect(imported).toEqual(hall)
    expect(notes).toEqual([{ code: 'pictures_dropped', count: 2 }])
  })

  it('of the first form is today’s empty map, and of a later version of the program it is refused', () => {
    expect(taken({ form: 1, sections: [], elements: [] }).document).toEqual(emptyDocument())
    expect(reasons({ ...theatre(), form: 3 })).toEqual(['form: unknown_option'])
    expect(reasons({ ...theatre(), form: 1.5 })).toEqual(['form: unknown_option'])
  })

  it('with a part that is wrong names it, and a plan of pretix is one', () => {
    expect(reasons({ ...theatre(), size: [0, 'x'] })[0]).toMatch(/^size\.1: /u)
    const { plan } = exportPretix(theatre(), 'אולם')
    expect(taken(sent(plan)).document.rows.length).toBe(theatre().rows.length)
    expect(reasons({})[0]).toMatch(/^zones: /u)
  })
})
