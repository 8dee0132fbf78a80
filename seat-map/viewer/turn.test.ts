import { describe, expect, it } from 'vitest'
import { toScreen, fit } from './camera.ts'
import { turnOf } from './turn.ts'

const BOUNDS = [0, 0, 4000, 3000] as const
const turn = (
  focus: [number, number] | null,
  isWide: boolean,
  bounds: readonly [number, number, number, number] = BOUNDS,
) => turnOf({ bounds, document: { focus } } as never, isWide)

describe('how a hall is turned', () => {
  it.each<[string, [number, number]]>([
    ['left', [100, 1500]],
    ['right', [3900, 1500]],
  ])('a stage at the %s is at the left of a wide screen and at the top of a phone', (_side, focus) => {
    const at = (isWide: boolean, size: readonly [number, number]) =>
      toScreen(fit(BOUNDS, size, { turn: turn(focus, isWide) }), size, focus)
    const [x, y] = at(true, [900, 700])
    expect([x < 200, Math.round(y)]).toEqual([true, 350])
    const [phoneX, phoneY] = at(false, [360, 480])
    expect([Math.round(phoneX), phoneY < 100]).toEqual([180, true])
  })

  it('a stage above or below its audience stays there', () => {
    for (const focus of [
      [2000, 50],
      [2000, 2950],
    ] as [number, number][])
      expect([turn(focus, true), turn(focus, false)]).toEqual([0, 0])
  })

  it('a wide stadium around its pitch stands upright on a phone, a square one as it is', () => {
    expect(turn([2000, 1500], false)).toBe(90)
    expect(turn([2000, 1500], true)).toBe(0)
    expect(turn([1500, 1500], false, [0, 0, 3000, 3000])).toBe(0)
  })

  it('a hall without a stage is not turned to a side', () => {
    expect([turn(null, true), turn(null, false, [0, 0, 100, 100])]).toEqual([0, 0])
  })
})
