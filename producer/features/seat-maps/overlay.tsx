import { type Block, blockOf, isBlock } from '@kartis/seat-map/commands/block.ts'
import {
  BLOCK_GRIPS,
  type BlockGrip,
  dragBlock,
  dragCorner,
  frameOf,
  gripPoint,
} from '@kartis/seat-map/editor/handles.ts'
import { type Box, boxOfParts, type Part, selectedParts } from '@kartis/seat-map/commands/parts.ts'
import type { Guide } from '@kartis/seat-map/editor/snap.ts'
import { turnParts } from '@kartis/seat-map/editor/transform-commands.ts'
import type { Shape } from '@kartis/seat-map/model/document.ts'
import { type Point, rotate } from '@kartis/seat-map/model/row-geometry.ts'
import { toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ghost } from './tool-context.ts'
import { CornerMarks } from './corner-marks.tsx'
import { SketchMarks } from './sketch-marks.tsx'
import { outlineOf, useEditor, wholeSection } from './editor-state.ts'
import style from './editor.module.css'
import { FocusMark } from './focus-mark.tsx'
import { type CameraState, useGrip } from './use-grip.ts'

interface OverlayProps {
  readonly shown: CameraState
  readonly ghost: Ghost | undefined
  readonly guides: readonly Guide[]
  readonly pins: readonly { readonly number: number; readonly at: Point; readonly level: 'block' | 'warn' }[]
  readonly setGuides: (guides: readonly Guide[]) => void
  /** Pixels by which a hand has moved the selection. */
  readonly shift?: Point
}

type ToScreen = (point: Point) => Point
const pointsText = (points: readonly Point[], to: ToScreen): string =>
  points
    .map(to)
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ')

/** Outlines, grips, guides and pins above the canvas, in pixels. */
export function Overlay({ shown, ghost, guides, pins, setGuides, shift = [0, 0] }: OverlayProps) {
  const { camera, size } = shown
  const to: ToScreen = (point) => toScreen(camera, size, point)
  return (
    <svg className={style.overlay} width={size[0]} height={size[1]} aria-hidden>
      {guides.map((guide) => (
        <GuideLine key={`${guide.axis}${guide.at}`} guide={guide} shown={shown} />
      ))}
      <g transform={`translate(${shift.join(' ')})`}>
        <SelectionMarks shown={shown} setGuides={setGuides} />
      </g>
      <FocusMark shown={shown} />
      <SketchMarks shown={shown} />
      {ghost && <GhostMark ghost={ghost} to={to} />}
      {pins.map(({ number, at, level }) => {
        const [x, y] = to(at)
        return (
          <g key={number} className={style.pin} data-level={level}>
            <circle cx={x} cy={y - 14} r={10} />
            <text x={x} y={y - 10}>
              {number}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function GuideLine({ guide, shown: { camera, size } }: { readonly guide: Guide; readonly shown: CameraState }) {
  const { t } = useTranslation('seat-maps')
  const [x, y] = toScreen(camera, size, guide.axis === 'x' ? [guide.at, 0] : [0, guide.at])
  return guide.axis === 'x' ? (
    <g className={style.guide}>
      <line x1={x} x2={x} y1={0} y2={size[1]} />
      <text x={x} y={size[1] - 76}>
        {t(`guide.${guide.name}`)}
      </text>
    </g>
  ) : (
    <g className={style.guide}>
      <line x1={0} x2={size[0]} y1={y} y2={y} />
      <text x={size[0] / 2} y={y - 6}>
        {t(`guide.${guide.name}`)}
      </text>
    </g>
  )
}

function GhostMark({ ghost: { kind, from, to: end }, to }: { readonly ghost: Ghost; readonly to: ToScreen }) {
  const [[ax, ay], [bx, by]] = [to(from), to(end)]
  return kind === 'line' ? (
    <line className={style.ghostLine} x1={ax} y1={ay} x2={bx} y2={by} />
  ) : (
    <rect
      className={style.ghostBox}
      x={Math.min(ax, bx)}
      y={Math.min(ay, by)}
      width={Math.abs(bx - ax)}
      height={Math.abs(by - ay)}
    />
  )
}

/** Areas have corners instead, and symbols stand upright. */
const isTurnable = ({ kind, part }: Part): boolean => kind !== 'area' && !(kind === 'shape' && part.kind === 'icon')

// A drag renders the guides at each move; the marks only move along.
const SelectionMarks = memo(function Marks({ shown, setGuides }: Pick<OverlayProps, 'shown' | 'setGuides'>) {
  const { document, selection, tool, outlined } = useEditor()
  const section = wholeSection(document, selection)
  const block = useMemo(
    () => (section !== undefined && isBlock(document, section) ? blockOf(document, section) : undefined),
    [document, section],
  )
  const parts = useMemo(() => selectedParts(document, selection.parts), [document, selection.parts])
  if (parts.length === 0 || tool === 'paint' || tool === 'flag' || tool === 'seats') return null
  const outline = outlineOf({ document, selection, outlined })
  // Of a section the corners of its outline are moved, or the grips of its block.
  if (outline && outlined && outline.id === section)
    return <CornerMarks {...outline} shown={shown} setGuides={setGuides} />
  if (section !== undefined && block) return <BlockMarks section={section} block={block} shown={shown} />
  const [only] = parts
  const box = boxOfParts(parts)
  if (!box || !only) return null
  return (
    <>
      {!(outline && only.kind === 'area') && <BoxMarks box={box} shown={shown} isTurnable={parts.some(isTurnable)} />}
      {parts.length === 1 && only.kind === 'shape' && only.part.form !== 'polygon' && (
        <ShapeMarks shape={only.part} shown={shown} />
      )}
      {outline && <CornerMarks {...outline} shown={shown} setGuides={setGuides} />}
    </>
  )
})

function BlockMarks({
  section,
  block,
  shown,
}: {
  readonly section: string
  readonly block: Block
  readonly shown: CameraState
}) {
  const { t } = useTranslation('seat-maps')
  const { document } = useEditor()
  const to: ToScreen = (point) => toScreen(shown.camera, shown.size, point)
  const frame = frameOf(block)
  const outline = document.sections.find(({ id }) => id === section)?.outline ?? []
  const [stemX, stemY] = to(gripPoint(frame, 'turn'))
  const [backX, backY] = to(gripPoint(frame, 'back_bend'))
  const seats = block.counts.reduce((total, count) => total + count, 0)
  const [front = 0, back = front] = [block.counts[0], block.counts.at(-1)]
  const text = t('canvas.size', {
    count: block.counts.length,
    seats: front === back ? String(front) : `${front}–${back}`,
    total: seats,
  })
  const [pillX, pillY] = to(gripPoint(frame, 'back_right'))
  return (
    <>
      <polygon className={style.chosen} points={pointsText(outline, to)} />
      <line className={style.stem} x1={backX} y1={backY} x2={stemX} y2={stemY} />
      <g className={style.sizePill}>
        <rect x={pillX - text.length * 7 - 14} y={pillY + 12} width={text.length * 7 + 14} height={24} rx={12} />
        <text x={pillX - (text.length * 7) / 2 - 7} y={pillY + 28}>
          {text}
        </text>
      </g>
      {BLOCK_GRIPS.map((grip) => (
        <Grip key={grip} section={section} grip={grip} at={to(gripPoint(frame, grip))} shown={shown} />
      ))}
    </>
  )
}

interface GripProps {
  readonly section: string
  readonly grip: BlockGrip
  readonly at: Point
  readonly shown: CameraState
}

function Grip({ section, grip, at: [x, y], shown }: GripProps) {
  const hold = useGrip(shown, (way, event) => dragBlock(section, grip, way, event.altKey ? 0 : 5))
  const isRound = grip === 'turn' || grip.endsWith('bend')
  return isRound ? (
    <circle {...hold} className={style.grip} data-kind={grip} cx={x} cy={y} r={6} />
  ) : (
    <rect {...hold} className={style.grip} data-kind={grip} x={x - 5.5} y={y - 5.5} width={11} height={11} rx={2} />
  )
}

function BoxMarks({
  box: [left, top, right, bottom],
  shown,
  isTurnable,
}: {
  readonly box: Box
  readonly shown: CameraState
  readonly isTurnable: boolean
}) {
  const { selection } = useEditor()
  const to: ToScreen = (point) => toScreen(shown.camera, shown.size, point)
  const middle: Point = [(left + right) / 2, (top + bottom) / 2]
  const hold = useGrip(shown, ([from, end], { altKey }) => {
    const angle = ([x, y]: Point): number => (Math.atan2(y - middle[1], x - middle[0]) * 180) / Math.PI
    const turn = angle(end) - angle(from)
    return turnParts(selection.parts, altKey ? turn : Math.round(turn / 5) * 5, middle)
  })
  const [[ax, ay], [bx, by]] = [to([left, top]), to([right, bottom])]
  const pad = 10
  return (
    <>
      <rect
        className={style.chosenBox}
        x={ax - pad}
        y={ay - pad}
        width={bx - ax + 2 * pad}
        height={by - ay + 2 * pad}
        rx={6}
      />
      {isTurnable && (
        <>
          <line className={style.stem} x1={(ax + bx) / 2} y1={by + pad} x2={(ax + bx) / 2} y2={by + pad + 26} />
          <circle {...hold} className={style.grip} data-kind="turn" cx={(ax + bx) / 2} cy={by + pad + 26} r={6} />
        </>
      )}
    </>
  )
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const

function ShapeMarks({ shape, shown }: { readonly shape: Shape; readonly shown: CameraState }) {
  return CORNERS.map((corner) => <CornerGrip key={corner.join('')} shape={shape} corner={corner} shown={shown} />)
}

interface CornerGripProps {
  readonly shape: Shape
  readonly corner: readonly [-1 | 1, -1 | 1]
  readonly shown: CameraState
}

function CornerGrip({ shape, corner, shown }: CornerGripProps) {
  const hold = useGrip(shown, ([, end]) => dragCorner(shape.id, corner, end))
  const [dx, dy] = rotate([(corner[0] * shape.size[0]) / 2, (corner[1] * shape.size[1]) / 2], shape.angle)
  const [x, y] = toScreen(shown.camera, shown.size, [shape.at[0] + dx, shape.at[1] + dy])
  return <rect {...hold} className={style.grip} x={x - 5.5} y={y - 5.5} width={11} height={11} rx={2} />
}
