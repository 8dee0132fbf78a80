import type { MapDocument, Shape, SymbolName } from '../model/document.ts'
import { toScreen } from './camera.ts'
import { drawText, fontOf } from './draw-text.ts'
import type { Context } from './marks.ts'
import type { Picture } from './picture.ts'
import type { Scene } from './scene.ts'

/** Smaller ones cannot be distinguished, larger ones hide the hall. */
const PX = { min: 15, max: 40 }
/** From here on the name stands below. */
const NAMED_PX = 26
/** Of the grid of a symbol, and of its sign around it. */
const GRID = { symbol: 24, sign: 34 }

let paths: Readonly<Record<SymbolName, string>> | undefined

/** Loads the pictures of symbols where a hall has any: most have none. `then`: they can be drawn from now on. */
export const loadSymbols = async ({ shapes }: MapDocument, then?: () => void): Promise<void> => {
  if (paths || !shapes.some(({ kind }) => kind === 'icon')) return
  paths = (await import('./symbols.ts')).SYMBOL_PATHS
  then?.()
}

const drawSymbol = (context: Context, picture: Picture, { at, size, icon = 'info', text }: Shape): void => {
  const { camera, palette, size: canvas } = picture
  const pixels = Math.min(PX.max, Math.max(PX.min, Math.min(Math.abs(size[0]), Math.abs(size[1])) * camera.scale))
  const [x, y] = toScreen(camera, canvas, at)
  if (x < -pixels || y < -pixels || x > canvas[0] + pixels || y > canvas[1] + pixels) return
  context.save()
  context.beginPath()
  context.roundRect(x - pixels / 2, y - pixels / 2, pixels, pixels, pixels / 4)
  context.fillStyle = palette.ink
  context.fill()
  const scale = pixels / GRID.sign
  context.translate(x - (GRID.symbol / 2) * scale, y - (GRID.symbol / 2) * scale)
  context.scale(scale, scale)
  context.strokeStyle = palette.paper
  context.lineWidth = 2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D(paths?.[icon]))
  context.restore()
  if (pixels < NAMED_PX || text === '') return
  context.font = fontOf(palette, 11, 500)
  drawText(context, text, [x, y + pixels / 2 + 9], palette.ink2)
}

/** Symbols are signs and lie above everything; words stay upright, and so do they. */
export const drawSymbols = (context: Context, { document }: Scene, picture: Picture): void => {
  if (!picture.plain)
    for (const shape of document.shapes) if (shape.kind === 'icon') drawSymbol(context, picture, shape)
}

/** What the symbols of a hall are called, each once: what a screen reader says of them. */
export const namesOfSymbols = ({ shapes }: MapDocument): string[] => [
  ...new Set(shapes.flatMap(({ kind, text }) => (kind === 'icon' && text !== '' ? [text] : []))),
]
