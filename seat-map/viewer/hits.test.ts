import { describe, expect, it } from 'vitest'
import { stadium } from '../templates/stadium.ts'
import { theatre } from '../templates/theatre.ts'
import { type Camera, fit, toScreen } from './camera.ts'
import { ARROWS, hitAt, placeBeside, placeInMiddle, sectionAt } from './hits.ts'
import { levelOf, scaleForSpacing } from './levels.ts'
import { pointOf, sceneOf } from './scene.ts'

const scene = sceneOf(theatre())
const { map } = scene
const SIZE = [390, 340] as const
const near = (place: number, spacing: number, turn: Camera['turn'] = 0): Camera => {
  const [x, y] = pointOf(map, place)
  return { x, y, scale: scaleForSpacing(scene, spacing), turn }
}
const at = (label: string, row: number, section = 0): number =>
  map.labels.findIndex((text, place) => {
    const own = map.rows[map.row[place] ?? 0]
    return text === label && own?.section === section && map.row[place] === row
  })

describe('what a pointer means in a hall', () => {
  it('is a place where places stand 24 px apart, and only a section where they stand closer', () => {
    const place = at('14', 6)
    expect(hitAt(scene, { camera: near(place, 24), size: SIZE, pointer: 'coarse' }, [195, 170])).toMatchObject({
      place,
    })
    expect(hitAt(scene, { camera: near(place, 23), size: SIZE, pointer: 'coarse' }, [195, 170])).toMatchObject({
      place: -1,
      section: 0,
    })
    expect(hitAt(scene, { camera: near(place, 12), size: SIZE, pointer: 'fine' }, [195, 170])).toMatchObject({ place })
  })

  it('is nothing beside the hall', () => {
    const camera = fit(scene.bounds, SIZE)
    expect(hitAt(scene, { camera, size: SIZE, pointer: 'fine' }, [2, 338])).toMatchObject({ place: -1, section: -1 })
  })

  it('finds every place of the hall at its own pixel', () => {
    for (let place = 0; place < map.size; place += 7) {
      const camera = near(place, 26, 90)
      const pixel = toScreen(camera, SIZE, pointOf(map, place))
      expect(hitAt(scene, { camera, size: SIZE, pointer: 'coarse' }, pixel).place).toBe(place)
    }
  })

  it('finds the block of a stadium at a point, by its outline', () => {
    const ground = sceneOf(stadium())
    ground.sections.forEach(({ middle }, index) => expect(sectionAt(ground, middle)).toBe(index))
    expect(levelOf(ground, fit(ground.bounds, SIZE))).toBe('sections')
  })
})

describe('arrow keys in a hall', () => {
  const { ArrowRight, ArrowLeft, ArrowUp, ArrowDown } = ARROWS as Record<string, readonly [number, number]>
  const beside = (place: number, arrow: readonly [number, number] | undefined, turn: Camera['turn'] = 0): number =>
    placeBeside(scene, { turn }, place, arrow ?? [0, 0])

  it('move as they point on the screen, whatever the numbering', () => {
    const start = at('14', 6)
    // Numbers grow from the audience's right, which is the right of the screen: to the right is the lower number.
    expect(map.labels[beside(start, ArrowRight)]).toBe('13')
    expect(map.labels[beside(start, ArrowLeft)]).toBe('15')
    expect(map.row[beside(start, ArrowUp)]).toBe(5)
    expect(map.row[beside(start, ArrowDown)]).toBe(7)
  })

  it('cross an aisle, go up to the balcony and stop at the edge of the hall', () => {
    expect(map.labels[beside(at('7', 6), ArrowLeft)]).toBe('8')
    const last = at('14', 15)
    expect(map.rows[map.row[beside(last, ArrowDown)] ?? 0]?.section).toBe(1)
    expect(beside(at('14', 0), ArrowUp)).toBe(-1)
  })

  it('follow the screen when the hall is turned', () => {
    const start = at('14', 6)
    expect(beside(start, ArrowDown, 90)).toBe(beside(start, ArrowRight))
    expect(beside(start, ArrowRight, 90)).toBe(beside(start, ArrowUp))
  })

  it('reach every row from the place in the middle', () => {
    const reached = new Set<number>()
    const start = placeInMiddle(scene, fit(scene.bounds, SIZE), SIZE)
    for (const arrow of [ArrowUp, ArrowDown])
      for (let place = start; place >= 0; place = beside(place, arrow)) reached.add(map.row[place] ?? -1)
    expect(reached.size).toBe(map.rows.length)
  })
})
