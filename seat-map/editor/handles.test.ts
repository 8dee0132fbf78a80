import { describe, expect, it } from 'vitest'
import { emptyDocument } from '../model/document.ts'
import { sceneOf } from '../viewer/scene.ts'
import { concertHall } from '../templates/concert-hall.ts'
import { theatre } from '../templates/theatre.ts'
import { hall, row } from '../testing/documents.ts'
import { addBlock, type Block, blockOf, isBlock, NEW_BLOCK } from '../commands/block.ts'
import { addShape } from '../commands/draw-commands.ts'
import { dragBlock, dragCorner, draggedBlock, frameOf, gripPoint } from './handles.ts'
import { partAt, placesAlong, rowNamedAt } from './part-hits.ts'

const block: Block = { ...NEW_BLOCK, at: [1500, 600] }
const document = addBlock(block, { section: 'אולם', category: 'רגיל' })(emptyDocument())
const section = document.sections[0]!.id

describe('the grips of a block', () => {
  it('a side that is dragged adds places where the hand is', () => {
    const wider = draggedBlock(block, 'right', [
      [0, 0],
      [block.gap * 2, 0],
    ])
    expect(wider.counts[0]).toBe(22)
    expect(wider.at[0]).toBe(1500 + block.gap)
    const narrower = draggedBlock(block, 'left', [
      [0, 0],
      [9999, 0],
    ])
    expect(Math.min(...narrower.counts)).toBe(1)
  })

  it('the back adds rows, and a turned block is dragged along its own rows', () => {
    expect(
      draggedBlock(block, 'back_right', [
        [0, 0],
        [0, 180],
      ]).counts,
    ).toHaveLength(14)
    const turned = draggedBlock({ ...block, facing: 90 }, 'right', [
      [0, 0],
      [0, block.gap],
    ])
    expect(turned.counts[0]).toBe(21)
  })

  it('the bend follows the hand, and nearly nothing is straight', () => {
    const bent = draggedBlock(block, 'front_bend', [
      [0, 0],
      [0, 100],
    ])
    expect(frameOf(bent).frontRise).toBeGreaterThan(80)
    expect(
      draggedBlock(bent, 'front_bend', [
        [0, 100],
        [0, 0],
      ]).radius,
    ).toBeUndefined()
  })

  it('a turn snaps to five degrees', () => {
    const grip = gripPoint(frameOf(block), 'turn')
    expect(draggedBlock(block, 'turn', [grip, grip]).facing).toBe(0)
    expect(draggedBlock(block, 'turn', [grip, [block.at[0] - 500, block.at[1] + 490]]).facing).toBe(45)
  })

  it('a dragged grip reshapes the rows of the section', () => {
    const dragged = dragBlock(section, 'back_left', [
      [0, 0],
      [0, -90],
    ])(document)
    expect(blockOf(dragged, section)!.counts).toHaveLength(11)
  })

  it('the opposite corner of a shape stays', () => {
    const staged = addShape({
      kind: 'bar',
      form: 'rect',
      at: [100, 100],
      size: [100, 100],
      angle: 0,
      outline: [],
      text: '',
    })(emptyDocument())
    const dragged = dragCorner(staged.shapes[0]!.id, [1, 1], [250, 350])(staged)
    expect(dragged.shapes[0]).toMatchObject({ at: [150, 200], size: [200, 300] })
  })
})

describe('sections that are blocks', () => {
  it('generated sections are, hand-made ones are not', () => {
    expect(isBlock(document, section)).toBe(true)
    for (const each of theatre().sections) expect(isBlock(theatre(), each.id)).toBe(true)
    expect(concertHall().sections.filter(({ id }) => isBlock(concertHall(), id)).length).toBeGreaterThan(0)
    const crooked = hall({
      rows: [row(), row({ id: 'r2', rank: 2, at: [700, 900], angle: 30 }), row({ id: 'r3', rank: 3, at: [0, 990] })],
    })
    expect(isBlock(crooked, 's')).toBe(false)
  })
})

describe('what lies at a point', () => {
  const scene = sceneOf(hall({ rows: [row()] }))

  it('a place lies above the ground of its section', () => {
    expect(partAt(scene, [275, 300])).toEqual({ part: 'r1', section: 's', place: 0 })
    expect(partAt(scene, [9000, 9000])).toEqual({ place: -1 })
  })

  it('a stroke meets every place on its way, and the name of a row its row', () => {
    expect(placesAlong(scene, [275, 305], [475, 295])).toEqual(['r1.1', 'r1.2', 'r1.3', 'r1.4', 'r1.5'])
    expect(rowNamedAt(scene, [275 - 45, 300])).toBe('r1')
    expect(rowNamedAt(scene, [500, 300])).toBeUndefined()
  })
})
