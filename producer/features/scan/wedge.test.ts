import { describe, expect, it } from 'vitest'
import { ticketCode, ticketUuid } from '../../testing/admission.ts'
import { createWedge, type TypedKey } from './wedge.ts'

const HEBREW = 'שנבגקכעיןחלךצמםפ/רדאוה׳סטז'

/** A key as a scanner presses it on a computer whose layout is Hebrew. */
const keyOf = (character: string): TypedKey => {
  if (/\d/u.test(character)) return { code: `Digit${character}`, key: character, shiftKey: false }
  if (character === '-' || character === '_') return { code: 'Minus', key: character, shiftKey: character === '_' }
  const place = character.toLowerCase().codePointAt(0) ?? 0
  const shiftKey = character !== character.toLowerCase()
  const key = shiftKey ? character : (HEBREW[place - 97] ?? '')
  return { code: `Key${character.toUpperCase()}`, key, shiftKey }
}

const type = (text: string, gapMs: number, end = 'Enter'): (string | undefined)[] => {
  const read = createWedge()
  const keys = Array.from(text).flatMap((character): TypedKey[] =>
    keyOf(character).shiftKey
      ? [{ code: 'ShiftLeft', key: 'Shift', shiftKey: true }, keyOf(character)]
      : [keyOf(character)],
  )
  return [...keys, { code: end, key: end, shiftKey: false }].map((key, place) => read(key, place * gapMs)).slice(-1)
}

const K1 = `K1${Buffer.alloc(101, 1).toString('base64url')}`

describe('a scanner that types', () => {
  it.each([ticketCode(0), K1, ticketUuid(1), '101081-2'])('reads %s on a Hebrew keyboard', (text) => {
    expect(type(text, 3)).toEqual([text])
    expect(type(text, 3, 'Tab')).toEqual([text])
  })

  it('reads a number pad, and keys that a scanner sends without their place', () => {
    const read = createWedge()
    let at = 0
    for (const digit of '101081') read({ code: `Numpad${digit}`, key: digit, shiftKey: false }, at++)
    read({ code: 'NumpadSubtract', key: '-', shiftKey: false }, at++)
    read({ code: '', key: '2', shiftKey: false }, at++)
    expect(read({ code: 'NumpadEnter', key: 'Enter', shiftKey: false }, at)).toBe('101081-2')
  })

  it('is not a person: what is typed slowly and words are left alone', () => {
    expect(type('101081-2', 150)).toEqual([undefined])
    expect(type('cohen', 3)).toEqual([undefined])
    expect(type('', 3)).toEqual([undefined])
  })
})
