import { describe, expect, it } from 'vitest'
import { embedOf, pathIn } from './embed.ts'

describe('embedOf', () => {
  it('is set only by embed=1, with the theme of the address', () => {
    expect(embedOf({})).toBeNull()
    expect(embedOf({ embed: '0' })).toBeNull()
    expect(embedOf({ embed: '1' })).toEqual({ theme: 'auto' })
    expect(embedOf({ embed: '1', theme: 'dark' })).toEqual({ theme: 'dark' })
    expect(embedOf({ embed: '1', theme: 'purple' })).toEqual({ theme: 'auto' })
  })
})

describe('pathIn', () => {
  it('is the plain path on the storefront itself', () => {
    expect(pathIn({ embed: null, lang: 'he' }, '/order/checkout/o1', 'key')).toBe('/order/checkout/o1')
  })

  it('carries language, theme and token inside an organiser’s page', () => {
    expect(pathIn({ embed: { theme: 'dark' }, lang: 'ar' }, '/order/x', 'a&b')).toBe(
      '/order/x?embed=1&lang=ar&theme=dark&token=a%26b',
    )
    expect(pathIn({ embed: { theme: 'auto' }, lang: 'he' }, '/order/x')).toBe('/order/x?embed=1&lang=he')
  })
})
