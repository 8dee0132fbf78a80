import type { Shape, Table } from '../model/document.ts'
import { type Point, rotate } from '../model/row-geometry.ts'
import { toScreen } from './camera.ts'
import { drawText, fontOf } from './draw-text.ts'
import type { Level } from './levels.ts'
import type { Context } from './marks.ts'
import type { Picture } from './picture.ts'
import type { Scene } from './scene.ts'

/** How much of a section's ground is seen. */
const GROUND_ALPHA = 0.62

export const outlinePath = (context: Context, picture: Picture, outline: readonly Point[]): void => {
  context.beginPath()
  outline.forEach((point, index) => {
    const [x, y] = toScreen(picture.camera, picture.size, point)
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
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

const drawGate = (context: Context, picture: Picture, { at, text }: Shape): void => {
  const { palette, camera, size } = picture
  const [x, y] = toScreen(camera, size, at)
  if (picture.plain) return
  context.font = fontOf(palette, 11, 600)
  const width = context.measureText(text).width + 16
  context.beginPath()
  context.roundRect(x - width / 2, y - 10, width, 20, 10)
  context.fillStyle = palette.ink
  context.fill()
  drawText(context, text, [x, y], palette.paper)
}

const drawShape = (context: Context, picture: Picture, shape: Shape): void => {
  const { palette } = picture
  if (shape.kind === 'text') {
    shapeText(context, picture, shape, palette.ink2)
    return
  }
  if (shape.kind === 'gate') return
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
export const drawGates = (context: Context, { document }: Scene, picture: Picture): void => {
  for (const shape of document.shapes) if (shape.kind === 'gate') drawGate(context, picture, shape)
}
