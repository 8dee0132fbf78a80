import { describe, expect, it } from 'vitest'
import { ticketCode, ticketUuid } from '../../testing/admission.ts'
import { createWedge, type TypedKey, type WedgeKey } from './wedge.ts'

const HEBREW = 'שנבגקכעיןחלךצמםפ/רדאוה׳סטז'

/** A key as a scanner presses it on a computer whose layout is Hebrew. */
const keyOf = (character: string): TypedKey => {
  if (/\d/u.test(character)) return { code: `Digit${character}`, key: character, shiftKey: false }
  if (character === ']') return { code: 'BracketRight', key: 'ם', shiftKey: false }
  if (character === '-' || character === '_') return { code: 'Minus', key: character, shiftKey: character === '_' }
  const place = character.toLowerCase().codePointAt(0) ?? 0
  const shiftKey = character !== character.toLowerCase()
  const key = shiftKey ? character : (HEBREW[place - 97] ?? '')
  return { code: `Key${character.toUpperCase()}`, key, shiftKey }
}

const keysOf = (text: string): TypedKey[] =>
  Array.from(text).flatMap((character): TypedKey[] =>
    keyOf(character).shiftKey
      ? [{ code: 'ShiftLeft', key: 'Shift', shiftKey: true }, keyOf(character)]
      : [keyOf(character)],
  )
const endWith = (key: string): TypedKey => ({ code: key, key, shiftKey: false })

const type = (text: string, gapMs: number, end = 'Enter'): WedgeKey => {
  const { press } = createWedge()
  return [...keysOf(text), endWith(end)].map((key, place) => press(key, place * gapMs)).at(-1)
}

/** A scanner that ends its line with no key, or only later. */
const typeWithoutEnd = (text: string) => {
  const wedge = createWedge()
  for (const [place, key] of keysOf(text).entries()) wedge.press(key, place * 3)
  return wedge
}

const K1 = `K1${Buffer.alloc(101, 1).toString('base64url')}`

describe('a scanner that types', () => {
  it.each([ticketCode(0), K1, ticketUuid(1), '101081-2'])('reads %s on a Hebrew keyboard', (text) => {
    expect(type(text, 3)).toEqual({ text })
    expect(type(text, 3, 'Tab')).toEqual({ text })
  })

  it('reads a number pad, and keys that a scanner sends without their place', () => {
    const { press: read } = createWedge()
    let at = 0
    for (const digit of '101081') read({ code: `Numpad${digit}`, key: digit, shiftKey: false }, at++)
    read({ code: 'NumpadSubtract', key: '-', shiftKey: false }, at++)
    read({ code: '', key: '2', shiftKey: false }, at++)
    expect(read({ code: 'NumpadEnter', key: 'Enter', shiftKey: false }, at)).toEqual({ text: '101081-2' })
  })

  it('is not a person: what is typed slowly and words are left alone', () => {
    expect(type('101081-2', 150)).toBeUndefined()
    expect(type('cohen', 3)).toBeUndefined()
    expect(type('', 3)).toBeUndefined()
  })

  it.each([ticketCode(0), K1])('may end with no key, or with a late one that presses nothing: %s', (text) => {
    const wedge = typeWithoutEnd(text)
    expect(wedge.pause()).toBe(text)
    expect(wedge.pause()).toBeUndefined()
    const last = keysOf(text).length * 3
    expect(wedge.press(endWith('Enter'), last + 500)).toBe('late_end')
    expect(wedge.press(endWith('Enter'), last + 5000)).toBeUndefined()
  })

  it.each([ticketCode(0), K1])('reads a signed code whose keys arrive late, as on a busy phone: %s', (text) => {
    const keys = [...keysOf(text), endWith('Enter')]
    const { press } = createWedge()
    // A gap longer than a person's between two keys, twice.
    const at = (place: number) => place * 10 + (place > 40 ? 300 : 0) + (place > 100 ? 600 : 0)
    expect(keys.map((key, place) => press(key, at(place))).at(-1)).toEqual({ text })
    const slow = createWedge()
    for (const [place, key] of keysOf(text).entries()) slow.press(key, at(place))
    expect(slow.pause()).toBe(text)
  })

  it('says that a long line was not read, and lets a person end a short one', () => {
    expect(type(ticketCode(0).slice(0, -3), 3)).toBe('unread')
    expect(type('101081', 150)).toBeUndefined()
  })

  it('ends a number by a key, as a person does, and a code only once it is whole', () => {
    for (const text of ['101081-2', ticketUuid(1), ticketCode(0).slice(0, -1), 'cohen'])
      expect(typeWithoutEnd(text).pause()).toBeUndefined()
  })

  it.each([ticketCode(0), K1, '101081-2'])('may say before the text what kind of code it is: %s', (text) => {
    expect(type(`]Q3${text}`, 3)).toEqual({ text })
  })
})
