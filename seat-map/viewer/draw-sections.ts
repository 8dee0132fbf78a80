import { toScreen } from './camera.ts'
import { outlinePath } from './draw-ground.ts'
import { drawText, fontOf } from './draw-text.ts'
import type { Context } from './marks.ts'
import { type Picture, seatColor, type SectionText } from './picture.ts'
import type { Scene, SceneSection } from './scene.ts'

const categoryOf = (scene: Scene, { area, first, end }: SceneSection): number =>
  area
    ? Math.max(0, scene.map.categories.indexOf(area.category ?? ''))
    : first === end
      ? 0
      : (scene.map.category[first] ?? 0)

const blockPath = (context: Context, picture: Picture, { outline, box }: SceneSection): void => {
  const [left, top, right, bottom] = box
  const around = [[left, top], [right, top], [right, bottom], [left, bottom]] as const // oxfmt-ignore
  outlinePath(context, picture, outline.length > 2 ? outline : around)
}

/** Lines across a block of which little is left, in the colour of its ground. */
const hatch = (context: Context, picture: Picture, part: SceneSection, color: string): void => {
  const [ax, ay] = toScreen(picture.camera, picture.size, [part.box[0], part.box[1]])
  const [bx, by] = toScreen(picture.camera, picture.size, [part.box[2], part.box[3]])
  const [left, right, top, bottom] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)]
  context.save()
  blockPath(context, picture, part)
  context.clip()
  context.beginPath()
  for (let x = left - (bottom - top); x < right; x += 7) {
    context.moveTo(x, bottom)
    context.lineTo(x + (bottom - top), top)
  }
  context.strokeStyle = color
  context.lineWidth = 2.5
  context.stroke()
  context.restore()
}

const drawBody = (context: Context, picture: Picture, part: SceneSection, fill: string, left: SectionText['left']) => {
  const { palette } = picture
  blockPath(context, picture, part)
  if (left === 'none') {
    context.fillStyle = palette.sunken
    context.fill()
    context.setLineDash([4, 3])
    context.strokeStyle = palette.gone
    context.lineWidth = 1
    context.stroke()
    context.setLineDash([])
    return
  }
  context.fillStyle = fill
  context.fill()
  if (left === 'few') hatch(context, picture, part, palette.hall)
  blockPath(context, picture, part)
  context.strokeStyle = palette.hall
  context.lineWidth = 1.5
  context.stroke()
}

/** Smaller letters cannot be read. */
const MIN_PX = 7
/** Of the height of a block: its name. */
const SHARE = { single: 0.5, withLine: 0.42 }

/** The name and the line below it, as large as fits; on a label of paper where the ground is hatched. */
const drawTexts = (context: Context, picture: Picture, part: SceneSection, text: SectionText): void => {
  const { palette, camera } = picture
  const name = part.section.short || part.section.name
  const [width, height] = [(part.box[2] - part.box[0]) * camera.scale, (part.box[3] - part.box[1]) * camera.scale]
  const [across, down] = camera.turn % 180 === 0 ? [width, height] : [height, width]
  // With a line below it a name is smaller, unless it could not be read then.
  const share = text.line !== '' && down * SHARE.withLine >= MIN_PX ? SHARE.withLine : SHARE.single
  const pixels = Math.min(15, down * share, ((across - 4) * 1.5) / Math.max(2, name.length))
  if (pixels < MIN_PX) return
  const [x, y] = toScreen(camera, picture.size, part.middle)
  const small = Math.min(11, pixels * 0.85, (across - 4) / (text.line.length * 0.58))
  const fits = text.left !== 'none' && text.line !== '' && small >= MIN_PX && down > pixels + small + 4
  const color = text.left === 'many' ? palette.onSeat : text.left === 'few' ? palette.ink : palette.ink2
  if (text.left === 'few') {
    const half = Math.min(
      across / 2 - 2,
      Math.max(name.length * pixels, fits ? text.line.length * small : 0) * 0.34 + 6,
    )
    const tall = fits ? pixels + small + 6 : pixels + 6
    context.beginPath()
    context.roundRect(x - half, y - tall / 2, half * 2, tall, 4)
    context.fillStyle = palette.paper
    context.fill()
  }
  context.font = fontOf(palette, pixels, text.left === 'none' ? 400 : 600)
  drawText(context, name, [x, fits ? y - small * 0.6 : y], color)
  if (!fits) return
  context.font = fontOf(palette, small, 500)
  drawText(context, text.line, [x, y + pixels * 0.6], color)
}

const drawBlock = (context: Context, scene: Scene, picture: Picture, index: number): void => {
  const part = scene.sections[index]
  if (!part) return
  const text = picture.sectionTexts?.[index] ?? { line: '', left: 'many' }
  const category = text.category ?? categoryOf(scene, part)
  drawBody(context, picture, part, seatColor(picture.palette, category), text.left)
  if (picture.chosenSection === index) {
    blockPath(context, picture, part)
    context.lineJoin = 'round'
    context.strokeStyle = picture.palette.ink
    context.lineWidth = 4
    context.stroke()
  }
  if (!picture.plain) drawTexts(context, picture, part, text)
}

/** Sections as blocks: where places cannot be distinguished. */
export const drawBlocks = (context: Context, scene: Scene, picture: Picture): void => {
  scene.sections.forEach((_, index) => drawBlock(context, scene, picture, index))
}

/** Areas without places look the same at every scale. */
export const drawAreas = (context: Context, scene: Scene, picture: Picture): void => {
  scene.sections.forEach(({ area }, index) => {
    if (area) drawBlock(context, scene, picture, index)
  })
}
