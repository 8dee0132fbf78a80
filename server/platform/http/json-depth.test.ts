import { assert, jsonValue, nat, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('the depth of a JSON body', () => {
  test('is that of its arrays and objects, whatever its texts contain', () => {
    assert(
      property(jsonValue({ maxDepth: 8 }), nat(9), (value, max) => {
        expect(isDeeperThan(max, bytes(JSON.stringify(value)))).toBe(depthOf(value) > max)
      }),
    )
  })

  test('counts no brackets of texts, quotes behind backslashes included', () => {
    expect(isDeeperThan(1, bytes(JSON.stringify({ name: '[[[ "{{{ \\' })))).toBe(false)
  })
})
