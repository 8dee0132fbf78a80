import { describe, expect, it } from 'vitest'
import { answerText } from './answer-text.ts'

const texts = { yes: 'כן', no: 'לא', none: 'אין', file: 'קובץ' }
const said = (type: string, value: unknown) => answerText({ type, value }, 'he', texts)

describe('answerText', () => {
  it('formats every type of answer', () => {
    expect(said('checkbox', true)).toBe('כן')
    expect(said('checkbox', false)).toBe('לא')
    expect(said('checkboxes', ['צמחוני', 'טבעוני'])).toBe('צמחוני וטבעוני')
    expect(said('date', '2026-12-17')).toBe('17 בדצמבר 2026')
    expect(said('range', 3)).toBe('3')
    expect(said('text', 'שלום')).toBe('שלום')
    expect(said('file', 'attachments/1')).toBe('קובץ')
  })
  it('reports a missing answer', () => {
    expect(said('text', '')).toBe('אין')
    expect(said('text', null)).toBe('אין')
    expect(said('checkboxes', [])).toBe('אין')
  })
})
