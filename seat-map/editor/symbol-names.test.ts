import { describe, expect, it } from 'vitest'
import { mapDocument, SYMBOLS } from '../model/document.ts'
import { addShape } from '../commands/draw-commands.ts'
import { hall } from '../testing/documents.ts'
import { SYMBOL_PATHS } from '../viewer/symbols.ts'
import { namedSymbol, withSymbol } from './symbol-names.ts'

const place = { form: 'rect', at: [100, 100], size: [120, 120], angle: 0, outline: [] } as const
const added = (icon: (typeof SYMBOLS)[number]) =>
  addShape({ ...place, at: [100, 100], size: [120, 120], outline: [], ...namedSymbol(icon) })(hall({ next: 100 }))

describe('symbols of a hall', () => {
  it.each(SYMBOLS)('%s has a picture and a name in each language, and its document is valid', (icon) => {
    const document = added(icon)
    expect(mapDocument.safeParse(document).success).toBe(true)
    const { text, texts } = document.shapes[0]!
    expect([text, texts?.en?.text, texts?.ar?.text].every(Boolean)).toBe(true)
    expect(SYMBOL_PATHS[icon]).toMatch(/^M/u)
  })

  it('another symbol brings its name along, unless its producer wrote one', () => {
    const shape = added('bar').shapes[0]!
    expect(withSymbol(shape, 'exit')).toMatchObject({ icon: 'exit', text: 'יציאה', texts: { en: { text: 'Exit' } } })
    const own = { ...shape, text: 'הבר של דני' }
    expect(withSymbol(own, 'food')).toMatchObject({ icon: 'food', text: 'הבר של דני' })
  })
})
