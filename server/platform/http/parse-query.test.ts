import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './server.ts'

/** An empty parameter more changes nothing, and is read the general way. */
const generally = (text: string) => parseQuery(`${text}&`)

describe('the query of a request', () => {
  it('with one parameter is read as all others are, whatever its name and value', () => {
    const texts = fc.oneof(
      fc
        .tuple(fc.stringMatching(/^[a-zA-Z_]{1,12}$/), fc.stringMatching(/^[\w.-]{0,12}$/))
        .map((pair) => pair.join('=')),
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        'since=12',
        '__proto__=1',
        'a__proto__=1',
        'constructor=1',
        'toString=x',
        'list=',
        'a',
        '=1',
        'a=b=c',
        'a=%31',
        'a=+',
      ),
    )
    fc.assert(
      fc.property(
        texts.filter((text) => !text.includes('&')),
        (text) => {
          expect(parseQuery(text)).toStrictEqual(generally(text))
          expect(Object.getPrototypeOf(parseQuery(text))).toBeNull()
        },
      ),
    )
  })
})
