import type { MapDocument } from '../model/document.ts'
import type { Point } from '../model/row-geometry.ts'
import { type Box, boxOfParts, type Ids, middleOf, partsOf } from '../commands/parts.ts'

/** A line that a moved box lies on: `axis` x is upright. The name tells which. */
export interface Guide {
  readonly axis: 'x' | 'y'
  /** Centimetres. */
  readonly at: number
  readonly name: 'stage_axis' | 'edge' | 'middle'
}

interface Snap {
  readonly by: Point
  readonly guides: readonly Guide[]
}

/** Lines of everything that is not moved: edges and middles of sections and shapes, and the axis of the stage. */
export const guidesOf = (document: MapDocument, moved: Ids): Guide[] => {
  const groups = new Map<string, Box>()
  for (const part of partsOf(document)) {
    const box = boxOfParts([part])
    if (!box || moved.has(part.part.id)) continue
    const owner = part.kind === 'shape' ? part.part.id : part.part.section
    const before = groups.get(owner)
    groups.set(
      owner,
      before
        ? [
            Math.min(before[0], box[0]),
            Math.min(before[1], box[1]),
            Math.max(before[2], box[2]),
            Math.max(before[3], box[3]),
          ]
        : box,
    )
  }
  const guides = [...groups.values()].flatMap((box): Guide[] => [
    { axis: 'x', at: box[0], name: 'edge' },
    { axis: 'x', at: middleOf(box)[0], name: 'middle' },
    { axis: 'x', at: box[2], name: 'edge' },
    { axis: 'y', at: box[1], name: 'edge' },
    { axis: 'y', at: middleOf(box)[1], name: 'middle' },
    { axis: 'y', at: box[3], name: 'edge' },
  ])
  return document.focus ? [{ axis: 'x', at: document.focus[0], name: 'stage_axis' }, ...guides] : guides
}

/** The nearest guide of an axis for the edges and the middle of a box. */
const nearest = (guides: readonly Guide[], axis: 'x' | 'y', lines: readonly number[], reach: number) => {
  let best: { readonly guide: Guide; readonly by: number } | undefined
  for (const guide of guides) {
    if (guide.axis !== axis) continue
    for (const line of lines) {
      const by = guide.at - line
      // The axis of the stage comes first where two are as near.
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by) - 1e-6)) best = { guide, by }
    }
  }
  return best
}

/** How far a box has to move to lie on guides within `reach` centimetres. */
export const snapBox = (box: Box, guides: readonly Guide[], reach: number): Snap => {
  const [x, y] = middleOf(box)
  const across = nearest(guides, 'x', [x, box[0], box[2]], reach)
  const down = nearest(guides, 'y', [y, box[1], box[3]], reach)
  return {
    by: [across?.by ?? 0, down?.by ?? 0],
    guides: [across?.guide, down?.guide].filter((guide) => guide !== undefined),
  }
}
