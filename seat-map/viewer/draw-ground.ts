import type { Shape, Table } from '../model/document.ts'
import { type Point, rotate } from '../model/row-geometry.ts'
import { toScreen } from './camera.ts'
import { drawText, fontOf } from './draw-text.ts'
import { hasShortGates, type Level } from './levels.ts'
import type { Context } from './marks.ts'
import type { Picture } from './picture.ts'
import type { Scene } from './scene.ts'

/** How much of a section's ground is seen. */
const GROUND_ALPHA = 0.62

/** How far from a corner of an outline its rounding begins, in centimetres. */
const ROUND_CM = 60

const towards = ([x, y]: Point, [toX, toY]: Point, distance: number): Point => {
  const share = Math.min(0.5, distance / Math.max(1, Math.hypot(toX - x, toY - y)))
  return [x + (toX - x) * share, y + (toY - y) * share]
}

/** An outline with rounded corners: a curve that was drawn with a few points looks like one. */
export const outlinePath = (context: Context, { camera, size }: Picture, outline: readonly Point[]): void => {
  const round = ROUND_CM * camera.scale
  const corners = outline.map((point) => toScreen(camera, size, point))
  context.beginPath()
  corners.forEach((corner, index) => {
    const [fromX, fromY] = towards(corner, corners.at(index - 1) ?? corner, round)
    const [toX, toY] = towards(corner, corners[(index + 1) % corners.length] ?? corner, round)
    if (index === 0) context.moveTo(fromX, fromY)
    else context.lineTo(fromX, fromY)
    context.quadraticCurveTo(corner[0], corner[1], toX, toY)
  })
  context.closePath()
}

/** A rectangle with rounded corners or an ellipse, turned with the hall. */
const bodyPath = (
  context: Context,
  { camera, size: canvas }: Picture,
  { at, size, angle, round }: { at: Point; size: Point; angle: number; round: number | 'full' },
): void => {
  const [x, y] = toScreen(camera, canvas, at)
  const [width, height] = [size[0] * camera.scale, size[1] * camera.scale]
  context.save()
  context.translate(x, y)
  context.rotate(((angle + camera.turn) * Math.PI) / 180)
  context.beginPath()
  if (round === 'full') context.ellipse(0, 0, Math.abs(width) / 2, Math.abs(height) / 2, 0, 0, Math.PI * 2)
  else
    context.roundRect(
      -width / 2,
      -height / 2,
      width,
      height,
      Math.min(round * camera.scale, Math.abs(height) / 4, Math.abs(width) / 4),
    )
  context.restore()
}

const shapePath = (context: Context, picture: Picture, shape: Shape): void => {
  if (shape.form === 'polygon') {
    const corners = shape.outline.map((corner): Point => {
      const [x, y] = rotate(corner, shape.angle)
      return [shape.at[0] + x, shape.at[1] + y]
    })
    outlinePath(context, picture, corners)
    return
  }
  const round = shape.form === 'ellipse' ? 'full' : shape.kind === 'stage' || shape.kind === 'gate' ? 60 : 8
  bodyPath(context, picture, { at: shape.at, size: shape.size, angle: shape.angle, round })
}

/** The words of a shape, no larger than its box and no smaller than can be read; else they are left out. */
const shapeText = (context: Context, picture: Picture, shape: Shape, color: string): void => {
  if (shape.text === '' || picture.plain) return
  const { scale, turn } = picture.camera
  const isUpright = (shape.angle + turn) % 180 === 0
  const [width, height] = isUpright ? shape.size : [shape.size[1], shape.size[0]]
  const space = Math.min(Math.abs(height) * scale * 0.5, (Math.abs(width) * scale * 1.5) / shape.text.length)
  const pixels = Math.min(22, shape.kind === 'text' ? Math.max(space, 10) : space)
  if (pixels < 7) return
  context.font = fontOf(picture.palette, pixels, shape.kind === 'text' ? 500 : 700)
  drawText(context, shape.text, toScreen(picture.camera, picture.size, shape.at), color)
}

const GATE_TALL = 20

/** A sign is larger than its gate on a small picture: it grows away from the hall instead of over the blocks. */
const drawGate = (context: Context, { bounds }: Scene, picture: Picture, gate: Shape, text: string): void => {
  const { palette, camera, size } = picture
  const [x, y] = toScreen(camera, size, gate.at)
  const [left, top, right, bottom] = bounds
  const [middleX, middleY] = toScreen(camera, size, [(left + right) / 2, (top + bottom) / 2])
  context.font = fontOf(palette, 11, 600)
  const wide = context.measureText(text).width + 16
  const [across, down] = camera.turn % 180 === 0 ? [right - left, bottom - top] : [bottom - top, right - left]
  const [gateAcross, gateDown] = camera.turn % 180 === 0 ? gate.size : [gate.size[1], gate.size[0]]
  const isAside = Math.abs(x - middleX) / across > Math.abs(y - middleY) / down
  const outwards = (box: number, own: number): number => Math.max(0, box - Math.abs(own) * camera.scale) / 2
  const [signX, signY] = isAside
    ? [x + Math.sign(x - middleX) * outwards(wide, gateAcross), y]
    : [x, y + Math.sign(y - middleY) * outwards(GATE_TALL, gateDown)]
  context.beginPath()
  context.roundRect(signX - wide / 2, signY - GATE_TALL / 2, wide, GATE_TALL, GATE_TALL / 2)
  context.fillStyle = palette.ink
  context.fill()
  drawText(context, text, [signX, signY], palette.paper)
}

const drawShape = (context: Context, picture: Picture, shape: Shape): void => {
  const { palette } = picture
  if (shape.kind === 'text') {
    shapeText(context, picture, shape, palette.ink2)
    return
  }
  if (shape.kind === 'gate' || shape.kind === 'icon') return
  shapePath(context, picture, shape)
  if (shape.kind === 'stage') {
    context.fillStyle = shape.color ?? palette.stage
    context.fill()
    shapeText(context, picture, shape, shape.color ? '#ffffff' : palette.onStage)
    return
  }
  context.fillStyle = palette.sunken
  context.fill()
  context.strokeStyle = palette.line
  context.lineWidth = 1
  context.stroke()
  shapeText(context, picture, shape, palette.ink2)
}

const drawTable = (context: Context, picture: Picture, { at, size, angle, shape }: Table): void => {
  bodyPath(context, picture, { at, size, angle, round: shape === 'round' ? 'full' : 12 })
  context.fillStyle = picture.palette.hall
  context.fill()
  context.strokeStyle = picture.palette.line
  context.lineWidth = Math.max(1, 3 * picture.camera.scale)
  context.stroke()
}

/** What lies below the places: grounds of the sections, the stage and the other shapes, tables. */
export const drawGround = (context: Context, scene: Scene, picture: Picture, level: Level): void => {
  const { palette } = picture
  if (level !== 'sections') {
    context.globalAlpha = GROUND_ALPHA
    context.fillStyle = palette.sunken
    for (const { outline, area } of scene.sections) {
      if (outline.length < 3 || area) continue
      outlinePath(context, picture, outline)
      context.fill()
    }
    context.globalAlpha = 1
  }
  for (const shape of scene.document.shapes) drawShape(context, picture, shape)
  if (level === 'sections') return
  for (const table of scene.tables) drawTable(context, picture, table)
}

/** Gates lie above everything: they are signs, not ground. */
export const drawGates = (context: Context, scene: Scene, picture: Picture, level: Level): void => {
  if (picture.plain) return
  const isShort = level === 'sections' && hasShortGates(picture.size)
  for (const shape of scene.document.shapes)
    if (shape.kind === 'gate')
      drawGate(context, scene, picture, shape, (isShort ? shape.text.split(' ').at(-1) : undefined) ?? shape.text)
}
