import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { emptyDocument } from './document.ts'
import { upgradeDocument } from './document-versions.ts'

describe('upgradeDocument', () => {
  it('the empty document of form 1 becomes the empty document of today', () => {
    expect(upgradeDocument({ form: 1, sections: [], elements: [] })).toEqual(emptyDocument())
  })

  it('a document of today stays as it is', () => {
    const document = hall({ rows: [row()] })
    expect(upgradeDocument(structuredClone(document))).toEqual(document)
  })

  it.each([[{ form: 3 }], [{ form: '2' }], [{}]])('%j is refused: a newer version may have written it', (document) => {
    expect(() => upgradeDocument(document)).toThrow(/cannot read/)
  })
})
