import { describe, expect, it } from 'vitest'
import { embedOf, pathIn } from './embed.ts'

describe('embedOf', () => {
  it('is set only by embed=1, with the theme of the address', () => {
    expect(embedOf({})).toBeNull()
    expect(embedOf({ embed: '0' })).toBeNull()
    expect(embedOf({ embed: '1' })).toEqual({ theme: 'auto', compact: false })
    expect(embedOf({ embed: '1', theme: 'dark' })).toEqual({ theme: 'dark', compact: false })
    expect(embedOf({ embed: '1', theme: 'purple' })).toEqual({ theme: 'auto', compact: false })
  })
})

describe('pathIn', () => {
  it('is the plain path on the storefront itself', () => {
    expect(pathIn({ embed: null, lang: 'he' }, '/order/checkout/o1', 'key')).toBe('/order/checkout/o1')
  })

  it('carries language, theme and token inside an organiser’s page', () => {
    expect(pathIn({ embed: { theme: 'dark', compact: false }, lang: 'ar' }, '/order/x', 'a&b')).toBe(
      '/order/x?embed=1&lang=ar&theme=dark&token=a%26b',
    )
    expect(pathIn({ embed: { theme: 'auto', compact: false }, lang: 'he' }, '/order/x')).toBe(
      '/order/x?embed=1&lang=he',
    )
    expect(pathIn({ embed: { theme: 'auto', compact: true }, lang: 'he' }, '/order/x')).toBe(
      '/order/x?embed=1&lang=he&compact=1',
    )
  })
})
