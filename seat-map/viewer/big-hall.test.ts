import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { addBlock, NEW_BLOCK } from '../commands/block.ts'
import { boardOf, fromBase64, fromStateBits, toBase64, toStateBits } from '../model/board.ts'
import { compile } from '../model/compile.ts'
import { countPlaces, mapDocument, type MapDocument } from '../model/document.ts'
import { firstNumbers } from '../model/seat-numbers.ts'
import { fromWire, toWire } from '../model/wire.ts'
import { hall } from '../testing/documents.ts'
import { fit, toScreen } from './camera.ts'
import { hitAt } from './hits.ts'
import { CLOSE_UP_PX, levelOf, scaleForSpacing } from './levels.ts'
import { pointOf, sceneOf } from './scene.ts'

const PHONE = [390, 352] as const
/** A hundred blocks of twenty rows of thirty places. */
const document = Array.from({ length: 100 }, (_, index) => index).reduce<MapDocument>(
  (drawing, index) =>
    addBlock(
      {
        ...NEW_BLOCK,
        counts: Array.from({ length: 20 }, () => 30),
        at: [(index % 10) * 2200, Math.floor(index / 10) * 2400],
      },
      { section: `גוש ${index + 1}`, category: '' },
    )(drawing),
  hall({ next: 100, sections: [], focus: [9900, -1000] }),
)
const map = compile(document)
const scene = sceneOf(document, map)

describe('a hall of 60,000 places', () => {
  it('is a document within the limits, and 60 KB on the way to a phone', () => {
    expect(countPlaces(document)).toBe(60_000)
    expect(mapDocument.safeParse(document).error).toBeUndefined()
    const text = JSON.stringify(toWire(document, firstNumbers(map.size)))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    expect(brotliCompressSync(text, { params }).length).toBeLessThan(60 * 1024)
    expect(fromWire(JSON.parse(text)).map.size).toBe(60_000)
  })

  it('has a state of 10,000 characters that leads to the same places', () => {
    const numbers = firstNumbers(map.size)
    const board = boardOf(map, (place) => place % 7 !== 0)
    const sent = toBase64(toStateBits(board, numbers))
    expect(sent).toHaveLength(10_000)
    expect(fromStateBits(map, numbers, fromBase64(sent)).bits).toEqual(board.bits)
  })

  it('begins on a phone with its sections, and a finger takes no place until places can be told apart', () => {
    const camera = fit(scene.bounds, PHONE, { turn: 0, margin: 16 })
    expect(levelOf(scene, camera)).toBe('sections')
    for (const place of [0, 31_415, 59_999]) {
      const point = pointOf(map, place)
      const far = hitAt(scene, { camera, size: PHONE, pointer: 'coarse' }, toScreen(camera, PHONE, point))
      expect(far).toMatchObject({ place: -1, section: map.rows[map.row[place] ?? 0]?.section })
      const close = { x: point[0], y: point[1], turn: 0 as const, scale: scaleForSpacing(scene, CLOSE_UP_PX) }
      expect(levelOf(scene, close)).toBe('numbers')
      const near = hitAt(scene, { camera: close, size: PHONE, pointer: 'coarse' }, toScreen(close, PHONE, point))
      expect(near.place).toBe(place)
    }
  })
})
