import { addCorner, middleOfEdge, moveCorner } from '@kartis/seat-map/commands/corner-commands.ts'
import { type Guide, guidesOf } from '@kartis/seat-map/editor/snap.ts'
import { LIMITS } from '@kartis/seat-map/model/document.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { type PointerEvent as ReactPointerEvent, useRef } from 'react'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { snapCorner } from './polygon-tool.ts'
import { type CameraState, useGrip } from './use-grip.ts'

interface CornerMarksProps {
  readonly id: string
  readonly corners: readonly Point[]
  readonly shown: CameraState
  readonly setGuides: (guides: readonly Guide[]) => void
}

/** An outline with its corners, and the middles of its edges, of which a drag makes corners. */
export function CornerMarks({ id, corners, shown, setGuides }: CornerMarksProps) {
  const to = (point: Point): Point => toScreen(shown.camera, shown.size, point)
  const points = corners.map(to).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
  const grip = { id, corners, shown, setGuides }
  return (
    <>
      <polygon className={style.chosen} points={points.join(' ')} />
      {corners.length < LIMITS.corners &&
        corners.map((_, index) => (
          <CornerGrip key={`${id}+${index}`} {...grip} index={index} at={to(middleOfEdge(corners, index))} isNew />
        ))}
      {corners.map((corner, index) => (
        <CornerGrip key={`${id}${index}`} {...grip} index={index} at={to(corner)} />
      ))}
    </>
  )
}

interface CornerGripProps extends CornerMarksProps {
  readonly index: number
  readonly at: Point
  /** The middle of the edge behind the corner. */
  readonly isNew?: boolean
}

/** Pixels within which a line attracts a corner. */
const SNAP_PX = 8

function CornerGrip({ id, corners, index, at: [x, y], shown, setGuides, isNew = false }: CornerGripProps) {
  const { document, outlined, setOutlined } = useEditor()
  // The lines of everything else, as it is when the drag begins.
  const guides = useRef<readonly Guide[]>([])
  const others = useRef<readonly Point[]>([])
  const hold = useGrip(shown, ([, end], { shiftKey, altKey }) => {
    const snapping = { guides: guides.current, others: others.current, reach: SNAP_PX / shown.camera.scale, setGuides }
    const to = snapCorner(snapping, end, { shift: shiftKey, alt: altKey })
    return isNew ? addCorner(id, index, to) : moveCorner(id, index, to)
  })
  const begin = (event: ReactPointerEvent<SVGElement>): void => {
    guides.current = guidesOf(document, new Set([id]))
    // Shift keeps it in line with the corner before it.
    others.current = [...corners.slice(index + 1), ...corners.slice(0, isNew ? index + 1 : index)]
    setOutlined({ id, corner: isNew ? -1 : index })
    hold.onPointerDown(event)
  }
  const end = (): void => {
    hold.onPointerUp()
    setGuides([])
  }
  return (
    <circle
      {...hold}
      onPointerDown={begin}
      onPointerUp={end}
      className={style.grip}
      data-new={isNew || undefined}
      data-current={(!isNew && outlined?.id === id && outlined.corner === index) || undefined}
      cx={x}
      cy={y}
      r={isNew ? 4 : 6}
    />
  )
}
