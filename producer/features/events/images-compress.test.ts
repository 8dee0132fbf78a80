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

it('a light picture keeps its best quality and is made once', async () => {
  const { qualities, encode } = picture(1000)
  expect((await lightEnough(encode, 1000))?.quality).toBe(0.92)
  expect(qualities).toEqual([0.92])
})

it('a heavy one comes close to the limit and never over it', async () => {
  const file = await lightEnough(picture(1000).encode, 600)
  expect(file?.size).toBeLessThanOrEqual(600)
  expect(file?.size).toBeGreaterThan(590)
})

it('one that is too heavy at any quality is given up', async () => {
  expect(await lightEnough(picture(1000).encode, 200)).toBeUndefined()
})
