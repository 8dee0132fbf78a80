import { describe, expect, it } from 'vitest'
import {
  between,
  type Camera,
  clamped,
  cssTransform,
  fit,
  panned,
  toHall,
  toScreen,
  visibleBox,
  zoomed,
} from './camera.ts'

const SIZE = [400, 300] as const
const HALL = [0, 0, 3000, 2000] as const
const TURNS = [0, 90, 180, 270] as const
const close = ([x, y]: readonly [number, number]) => [expect.closeTo(x, 6), expect.closeTo(y, 6)]

describe('camera of a hall', () => {
  it('shows the whole hall inside its margin, however it is turned', () => {
    for (const turn of TURNS) {
      const camera = fit(HALL, SIZE, { margin: 10, turn })
      const corners = [[0, 0], [3000, 0], [0, 2000], [3000, 2000]] as const // oxfmt-ignore
      for (const corner of corners) {
        const [x, y] = toScreen(camera, SIZE, corner)
        expect(x).toBeGreaterThanOrEqual(9.999)
        expect(x).toBeLessThanOrEqual(390.001)
        expect(y).toBeGreaterThanOrEqual(9.999)
        expect(y).toBeLessThanOrEqual(290.001)
      }
    }
  })

  it('never mirrors: the audience’s right stays to the right of its left after a half turn twice', () => {
    const straight = fit(HALL, SIZE)
    expect(toScreen(straight, SIZE, [2000, 0])[0]).toBeGreaterThan(toScreen(straight, SIZE, [1000, 0])[0])
    const turned = fit(HALL, SIZE, { turn: 90 })
    // Clockwise: what was at the top is at the right.
    expect(toScreen(turned, SIZE, [1500, 0])[0]).toBeGreaterThan(toScreen(turned, SIZE, [1500, 2000])[0])
  })

  it('finds the point of the hall that it shows at a pixel', () => {
    for (const turn of TURNS) {
      const camera: Camera = { x: 700, y: 900, scale: 0.4, turn }
      expect(toHall(camera, SIZE, toScreen(camera, SIZE, [1234, 567]))).toEqual(close([1234, 567]))
    }
  })

  it('keeps the point under the fingers where it is while it zooms', () => {
    for (const turn of TURNS) {
      const camera: Camera = { x: 700, y: 900, scale: 0.4, turn }
      const next = zoomed(camera, SIZE, 0.9, [77, 33])
      expect(toHall(next, SIZE, [77, 33])).toEqual(close(toHall(camera, SIZE, [77, 33])))
    }
  })

  it('moves the hall with the finger', () => {
    for (const turn of TURNS) {
      const camera: Camera = { x: 700, y: 900, scale: 0.4, turn }
      const point = toHall(camera, SIZE, [100, 100])
      expect(toScreen(panned(camera, [30, -20]), SIZE, point)).toEqual(close([130, 80]))
    }
  })

  it('stays inside the hall and its range of scales', () => {
    const lost = clamped({ x: -500, y: 9000, scale: 50, turn: 0 }, HALL, { min: 0.1, max: 1.2 })
    expect(lost).toEqual({ x: 0, y: 2000, scale: 1.2, turn: 0 })
  })

  it('arrives where it was sent, and keeps the fixed point of a zoom on its way', () => {
    const from: Camera = { x: 1500, y: 1000, scale: 0.1, turn: 0 }
    const to = zoomed(from, SIZE, 0.6, [50, 60])
    const fixed = toHall(from, SIZE, [50, 60])
    expect(between(from, to, 1)).toBe(to)
    for (const share of [0.2, 0.5, 0.9])
      expect(toScreen(between(from, to, share), SIZE, fixed)).toEqual(close([50, 60]))
  })

  it('shifts the last drawing to where the next would be', () => {
    const rendered: Camera = { x: 1500, y: 1000, scale: 0.2, turn: 0 }
    const now = zoomed(panned(rendered, [12, 7]), SIZE, 0.4, [10, 20])
    const [, left, top, factor] =
      /translate\((.+)px, (.+)px\) scale\((.+)\)/.exec(cssTransform(rendered, now, SIZE)) ?? []
    const [x, y] = toScreen(rendered, SIZE, [1234, 777])
    expect([x * Number(factor) + Number(left), y * Number(factor) + Number(top)]).toEqual(
      close(toScreen(now, SIZE, [1234, 777])),
    )
  })

  it('knows what part of the hall it shows', () => {
    expect(visibleBox({ x: 1000, y: 1000, scale: 0.5, turn: 90 }, SIZE)).toEqual([700, 600, 1300, 1400])
  })
})
