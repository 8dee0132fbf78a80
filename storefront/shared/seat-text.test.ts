import { expect, it } from 'vitest'
import { seatsOf, seatText } from './seat-text.ts'
import type { Translate } from './translator.ts'

const t = ((key: string) => (key === 'pass.row' ? 'שורה' : 'כיסא')) as Translate
const seat = { floor: 'אולם', section: 'אולם', row: 'ו׳', number: '17' } as Parameters<typeof seatText>[0] & object

it('a floor with the name of its section is named once', () => {
  expect(seatText(seat, t, 'he')).toBe('אולם · שורה ו׳ · כיסא 17')
})

it('a floor with a name of its own stands before the section', () => {
  expect(seatText({ ...seat, floor: 'קומה 2' }, t, 'he')).toBe('קומה 2, אולם · שורה ו׳ · כיסא 17')
})

it('each seat that is not cancelled comes with the name of its ticket type', () => {
  const placed = { ...seat, uuid: 'b7c1' } as NonNullable<Parameters<typeof seatsOf>[0]['tickets'][number]['seat']>
  const tickets = [
    { seat: placed, status: 'valid', name: 'סטודנט' },
    { seat: placed, status: 'cancelled', name: 'רגיל' },
    { status: 'valid', name: 'עמידה' },
  ] as Parameters<typeof seatsOf>[0]['tickets']
  expect(seatsOf({ tickets })).toEqual([{ ...placed, type: 'סטודנט' }])
})
