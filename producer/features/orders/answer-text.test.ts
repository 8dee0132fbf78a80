import { describe, expect, it } from 'vitest'
import { answerText } from './answer-text.ts'

const texts = { yes: 'כן', no: 'לא', none: 'אין', file: 'קובץ' }
const textOf = (type: string, value: unknown) => answerText({ type, value }, 'he', texts)

describe('answerText', () => {
  it('formats every type of answer', () => {
    expect(textOf('checkbox', true)).toBe('כן')
    expect(textOf('checkbox', false)).toBe('לא')
    expect(textOf('checkboxes', ['צמחוני', 'טבעוני'])).toBe('צמחוני וטבעוני')
    expect(textOf('date', '2026-12-17')).toBe('17 בדצמבר 2026')
    expect(textOf('range', 3)).toBe('3')
    expect(textOf('text', 'שלום')).toBe('שלום')
    expect(textOf('file', 'attachments/1')).toBe('קובץ')
  })
  it('reports a missing answer', () => {
    expect(textOf('text', '')).toBe('אין')
    expect(textOf('text', null)).toBe('אין')
    expect(textOf('checkboxes', [])).toBe('אין')
  })
})
