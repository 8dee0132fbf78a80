import { placesWithin } from '../model/grid-index.ts'
import { type Projection, projectionOf, visibleBox } from './camera.ts'
import { drawGates, drawGround } from './draw-ground.ts'
import { drawAreas, drawBlocks } from './draw-sections.ts'
import { drawSymbols } from './draw-symbols.ts'
import { drawText, fontOf } from './draw-text.ts'
import { type Level, levelOf } from './levels.ts'
import { isFaded, lookName } from './looks.ts'
import { type Context, drawMark, isPlainDisc, type Mark, numberColor } from './marks.ts'
import { type Picture, seatColor } from './picture.ts'
import type { Scene } from './scene.ts'

/** How much of a faded place is seen. */
const FADED_ALPHA = 0.32

interface Batch {
  readonly color: string
  readonly alpha: number
  readonly marks: number[]
}

/** Discs of one colour are filled by one call, which is what makes tens of thousands of them quick. */
const drawBatches = (context: Context, batches: Iterable<Batch>): void => {
  for (const { color, alpha, marks } of batches) {
    context.globalAlpha = alpha
    context.fillStyle = color
    context.beginPath()
    for (let index = 0; index < marks.length; index += 3) {
      const [x = 0, y = 0, r = 0] = [marks[index], marks[index + 1], marks[index + 2]]
      context.moveTo(x + r, y)
      context.arc(x, y, r, 0, Math.PI * 2)
    }
    context.fill()
  }
  context.globalAlpha = 1
}

const markOf = (scene: Scene, picture: Picture, { a, b, c, d, e, f }: Projection, place: number): Mark => {
  const { map } = scene
  const [x, y] = [map.x[place] ?? 0, map.y[place] ?? 0]
  return {
    x: a * x + c * y + e,
    y: b * x + d * y + f,
    r:
      (scene.radius[map.row[place] ?? 0] ?? 0) *
      picture.camera.scale *
      (picture.growing?.places.has(place) ? picture.growing.share : 1),
    look: lookName(picture.looks[place] ?? 0),
    flags: map.flags[place] ?? 0,
    color: seatColor(picture.palette, map.category[place] ?? 0),
  }
}

/** Dots say free or not, mine and offered; nothing smaller can be distinguished. */
const drawDots = (context: Context, scene: Scene, picture: Picture, places: readonly number[]): void => {
  const { palette, looks } = picture
  const projection = projectionOf(picture.camera, picture.size)
  const { map } = scene
  const colors = {
    taken: palette.gone,
    filtered: palette.line,
    allotted: palette.info,
    blocked: palette.bad,
    open: palette.gone,
  } as const
  const singles: Mark[] = []
  const buckets = new Map<string, { color: string; alpha: number; rects: number[] }>()
  for (const place of places) {
    const code = looks[place] ?? 0
    const look = lookName(code)
    if (look === 'mine' || look === 'offered' || look === 'lost') {
      singles.push(markOf(scene, picture, projection, place))
      continue
    }
    const color =
      look === 'sold'
        ? palette.accent
        : look === 'held'
          ? palette.warn
          : (colors[look as keyof typeof colors] ?? seatColor(palette, map.category[place] ?? 0))
    const key = `${isFaded(code)}${look === 'taken'}${color}`
    const bucket = buckets.get(key) ?? { color, alpha: isFaded(code) ? FADED_ALPHA : 1, rects: [] }
    if (bucket.rects.length === 0) buckets.set(key, bucket)
    const [x, y] = [map.x[place] ?? 0, map.y[place] ?? 0]
    const radius = (scene.radius[map.row[place] ?? 0] ?? 0) * picture.camera.scale
    bucket.rects.push(
      projection.a * x + projection.c * y + projection.e,
      projection.b * x + projection.d * y + projection.f,
      look === 'taken' || look === 'open' ? radius * 0.5 : radius,
    )
  }
  drawBatches(
    context,
    [...buckets.values()].map(({ color, alpha, rects }) => ({ color, alpha, marks: rects })),
  )
  for (const mark of singles) drawMark(context, { ...mark, r: Math.max(2.5, mark.r) }, palette)
}

const drawShapes = (
  context: Context,
  scene: Scene,
  picture: Picture,
  { places, numbers }: { places: readonly number[]; numbers: boolean },
): void => {
  const { palette } = picture
  const projection = projectionOf(picture.camera, picture.size)
  const batches = new Map<string, Batch>()
  const single: [mark: Mark, place: number][] = []
  const numbered: [mark: Mark, place: number][] = []
  for (const place of places) {
    const mark = markOf(scene, picture, projection, place)
    const faded = isFaded(picture.looks[place] ?? 0)
    if (numbers) numbered.push([mark, place])
    if (!isPlainDisc(mark.look, mark.flags) || mark.look === 'filtered') {
      single.push([mark, place])
      continue
    }
    const color = mark.look === 'sold' ? palette.accent : mark.color
    const key = `${faded}${color}`
    const batch = batches.get(key) ?? { color, alpha: faded ? FADED_ALPHA : 1, marks: [] }
    if (batch.marks.length === 0) batches.set(key, batch)
    batch.marks.push(mark.x, mark.y, mark.r)
  }
  drawBatches(context, batches.values())
  // Those with a ring around them lie above their neighbours.
  const order = ([{ look }]: (typeof single)[number]): number => Number(look === 'mine' || look === 'offered')
  for (const [mark, place] of single.sort((x, y) => order(x) - order(y))) {
    context.globalAlpha = isFaded(picture.looks[place] ?? 0) ? FADED_ALPHA : 1
    drawMark(context, mark, palette)
  }
  for (const [mark, place] of numbered) {
    const color = numberColor(mark, palette)
    if (!color) continue
    context.globalAlpha = isFaded(picture.looks[place] ?? 0) ? FADED_ALPHA : 1
    const lift = (mark.flags & 2) !== 0 ? mark.r * 0.16 : 0
    context.font = fontOf(palette, Math.max(8, mark.r * 0.95), 600)
    drawText(context, scene.map.labels[place] ?? '', [mark.x, mark.y - lift], color)
  }
  context.globalAlpha = 1
}

const NAME_PX = { min: 9, max: 15 }

const drawRowNames = (context: Context, scene: Scene, picture: Picture, level: Level): void => {
  const { camera, size, palette } = picture
  const { a, b, c, d, e, f } = projectionOf(camera, size)
  const pixels = Math.max(NAME_PX.min, Math.min(NAME_PX.max, 30 * camera.scale))
  context.font = fontOf(palette, pixels, 500)
  for (const { text, at, outward } of scene.rowNames) {
    const inAisle = outward[0] === 0 && outward[1] === 0
    if (inAisle && level !== 'numbers') continue
    // Beyond the end of the row by a place, and at least by as much as the name is wide.
    const beyond = Math.max(
      scene.gap * 0.9 * camera.scale,
      scene.gap * 0.4 * camera.scale + text.length * pixels * 0.32 + 3,
    )
    const [hallX, hallY] = [at[0] + (outward[0] * beyond) / camera.scale, at[1] + (outward[1] * beyond) / camera.scale]
    const [x, y] = [a * hallX + c * hallY + e, b * hallX + d * hallY + f]
    if (x < -20 || y < -20 || x > size[0] + 20 || y > size[1] + 20) continue
    drawText(context, text, [x, y], inAisle ? palette.ink3 : palette.ink2)
  }
}

const drawCursor = (context: Context, scene: Scene, picture: Picture, place: number): void => {
  const mark = markOf(scene, picture, projectionOf(picture.camera, picture.size), place)
  const r = Math.max(6, mark.r * (mark.look === 'mine' || mark.look === 'offered' ? 1.75 : 1.45))
  for (const [color, width] of [
    [picture.palette.hall, 5],
    [picture.palette.accent, 3],
  ] as const) {
    context.beginPath()
    context.arc(mark.x, mark.y, r, 0, Math.PI * 2)
    context.strokeStyle = color
    context.lineWidth = width
    context.stroke()
  }
}

/**
 * Draws a picture of the hall in CSS pixels; whoever calls has scaled the context to the pixels of the device. A few
 * milliseconds for what a screen shows of the largest hall.
 */
export const drawScene = (context: Context, scene: Scene, picture: Picture): void => {
  const { camera, size } = picture
  const level = levelOf(scene, camera)
  context.clearRect(0, 0, size[0], size[1])
  drawGround(context, scene, picture, level)
  if (level === 'sections') {
    drawBlocks(context, scene, picture)
  } else {
    drawAreas(context, scene, picture)
    const [left, top, right, bottom] = visibleBox(camera, size)
    const reach = scene.gap
    const places = placesWithin(scene.map, scene.grid, [left - reach, top - reach, right + reach, bottom + reach])
    if (level === 'dots') drawDots(context, scene, picture, places)
    else {
      drawShapes(context, scene, picture, { places, numbers: level === 'numbers' && !picture.plain })
      if (!picture.plain) drawRowNames(context, scene, picture, level)
    }
  }
  drawGates(context, scene, picture, level)
  drawSymbols(context, scene, picture)
  const { cursor = -1 } = picture
  if (cursor >= 0 && cursor < scene.map.size && level !== 'sections') drawCursor(context, scene, picture, cursor)
}
