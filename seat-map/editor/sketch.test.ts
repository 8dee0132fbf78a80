import { describe, expect, it } from 'vitest'
import { LIMITS } from '../model/document.ts'
import { canClose, createDrawing, inLine } from './sketch.ts'

const REACH = 20

describe('an outline that is drawn corner by corner', () => {
  it('closes at its first corner once it has three, and not before', () => {
    const drawing = createDrawing()
    expect(drawing.add([0, 0], REACH)).toBe('added')
    expect(drawing.add([300, 0], REACH)).toBe('added')
    expect(drawing.add([5, 5], REACH)).toBe('added')
    drawing.dropLast()
    expect(canClose(drawing.read())).toBe(false)
    expect(drawing.add([300, 300], REACH)).toBe('added')
    expect(drawing.add([5, 5], REACH)).toBe('closed')
    expect(drawing.read().corners).toEqual([[0, 0], [300, 0], [300, 300]]) // oxfmt-ignore
  })

  it('the second click of a double click is no corner of its own', () => {
    const drawing = createDrawing()
    drawing.add([0, 0], REACH)
    drawing.add([300, 0], REACH)
    expect(drawing.add([303, 2], REACH)).toBe('same')
    expect(drawing.read().corners).toHaveLength(2)
  })

  it('refuses more corners than a document may have', () => {
    const drawing = createDrawing()
    for (let corner = 0; corner < LIMITS.corners; corner++) expect(drawing.add([corner * 50, 0], 1)).toBe('added')
    expect(drawing.add([99_999, 50], 1)).toBe('full')
    expect(drawing.read().corners).toHaveLength(LIMITS.corners)
  })

  it('says every change to who listens, and nothing where the hand stays', () => {
    const drawing = createDrawing()
    let changes = 0
    const stop = drawing.subscribe(() => changes++)
    drawing.clear()
    expect(changes).toBe(0)
    const at = [5, 5] as const
    drawing.moveTo(at)
    drawing.moveTo(at)
    expect(changes).toBe(1)
    drawing.add([0, 0], REACH)
    drawing.clear()
    stop()
    drawing.moveTo([1, 1])
    expect(changes).toBe(3)
    expect(inLine({ corners: [[10, 10]], at: undefined }, [200, 40])).toEqual([200, 10])
    expect(inLine({ corners: [], at: undefined }, [200, 40])).toEqual([200, 40])
  })
})
