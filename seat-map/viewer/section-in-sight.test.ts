import { expect, it } from 'vitest'
import { theatre } from '../templates/theatre.ts'
import { fit } from './camera.ts'
import { CLOSE_UP_PX, scaleForSpacing } from './levels.ts'
import { pointOf, sceneOf } from './scene.ts'
import { sectionInSight } from './section-in-sight.ts'

const scene = sceneOf(theatre())
const { map, bounds, sections } = scene

it('the section in the middle of a close view is in sight', () => {
  const scale = scaleForSpacing(scene, CLOSE_UP_PX)
  for (const { section } of sections) {
    const place = map.rows.findIndex((row) => map.sections[row.section]?.id === section.id)
    const [x, y] = pointOf(map, map.rows[place]?.first ?? 0)
    expect(sectionInSight(scene, { x, y, turn: 0, scale })).toBe(section.id)
  }
})

it('no section is where the whole hall is shown on a phone, nor beside all of them', () => {
  expect(sectionInSight(scene, fit(bounds, [390, 420]))).toBeUndefined()
  const scale = scaleForSpacing(scene, CLOSE_UP_PX)
  expect(sectionInSight(scene, { x: bounds[0] - 500, y: bounds[1], turn: 0, scale })).toBeUndefined()
})
