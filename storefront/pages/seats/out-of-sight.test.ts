import type { Camera, Size } from '@kartis/seat-map/viewer/camera.ts'
import { fit, toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { CLOSE_UP_PX, scaleForSpacing } from '@kartis/seat-map/viewer/levels.ts'
import { pointOf } from '@kartis/seat-map/viewer/scene.ts'
import { describe, expect, it } from 'vitest'
import { theatreSale } from '../../testing/seats.ts'
import { outOfSight } from './out-of-sight.ts'

const { sale, boardWith, at } = theatreSale()
const { map, scene } = sale
const all = boardWith(() => true)
const BALCONY = 2
const isBalcony = (place: number): boolean => map.category[place] === BALCONY
const size: Size = [390, 420]
const [x, y] = pointOf(map, at(3, '10'))
/** A phone that shows a few rows of the stalls. */
const closeUp: Camera = { x, y, turn: 0, scale: scaleForSpacing(scene, CLOSE_UP_PX) }

describe('the places of a filtered price', () => {
  it('are shown all where the map shows none of them', () => {
    const box = outOfSight(scene, all, isBalcony, { camera: closeUp, size })
    expect(box).toBeDefined()
    const camera = box && fit(box, size)
    for (const place of [...map.keys.keys()].filter(isBalcony)) {
      const [left, top] = camera ? toScreen(camera, size, pointOf(map, place)) : [-1, -1]
      expect(left > 0 && left < size[0] && top > 0 && top < size[1]).toBe(true)
    }
  })

  it('leave the map where it is as long as one of them is in sight, and where none is free', () => {
    const isNear = (place: number): boolean => map.category[place] === map.category[at(3, '10')]
    expect(outOfSight(scene, all, isNear, { camera: closeUp, size })).toBeUndefined()
    const taken = boardWith((place) => !isBalcony(place))
    expect(outOfSight(scene, taken, isBalcony, { camera: closeUp, size })).toBeUndefined()
  })
})
