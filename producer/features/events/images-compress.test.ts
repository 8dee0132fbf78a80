import { expect, it } from 'vitest'
import { lightEnough } from './images-compress.ts'

const picture = (bytesAtBest: number) => {
  const qualities: number[] = []
  const encode = async (quality: number) => {
    qualities.push(quality)
    return { size: Math.round(bytesAtBest * quality), quality }
  }
  return { qualities, encode }
}

it('a picture within the limit keeps the best quality and is encoded once', async () => {
  const { qualities, encode } = picture(1000)
  expect((await lightEnough(encode, 1000))?.quality).toBe(0.92)
  expect(qualities).toEqual([0.92])
})

it('a larger picture comes close to the limit and never over it', async () => {
  const file = await lightEnough(picture(1000).encode, 600)
  expect(file?.size).toBeLessThanOrEqual(600)
  expect(file?.size).toBeGreaterThan(590)
})

it('a picture that is too large at any quality is rejected', async () => {
  expect(await lightEnough(picture(1000).encode, 200)).toBeUndefined()
})
