import { describe, expect, it } from 'vitest'
import { createDarknessFilter, DARKNESS, isDarkPicture } from './darkness.ts'

/** A picture of 100 pixels, so many of them lit. */
const picture = (lit: number, luma = 220): Uint8ClampedArray =>
  Uint8ClampedArray.from({ length: 400 }, (_, place) => (Math.floor(place / 4) < lit ? luma : 12))

describe('a dark picture', () => {
  it('is one that is dark nearly everywhere', () => {
    expect(isDarkPicture(picture(0))).toBe(true)
    expect(isDarkPicture(picture(5))).toBe(true)
    expect(isDarkPicture(new Uint8ClampedArray())).toBe(false)
  })

  it('is none with the lit screen of a phone in it, which is read without a torch', () => {
    expect(isDarkPicture(picture(15))).toBe(false)
    expect(isDarkPicture(picture(100, 90))).toBe(false)
  })
})

describe('darkness', () => {
  const { looks } = DARKNESS
  const after = (filter: (isDark: boolean) => boolean, isDark: boolean, count: number) =>
    Array.from({ length: count }, () => filter(isDark)).at(-1)

  it('counts once it has lasted, and no hand before the lens counts', () => {
    const filter = createDarknessFilter()
    expect(after(filter, true, looks - 1)).toBe(false)
    expect(filter(false)).toBe(false)
    expect(after(filter, true, looks - 1)).toBe(false)
    expect(filter(true)).toBe(true)
  })

  it('ends once it has been light for as long', () => {
    const filter = createDarknessFilter()
    after(filter, true, looks)
    expect(after(filter, false, looks - 1)).toBe(true)
    expect(filter(false)).toBe(false)
  })
})
