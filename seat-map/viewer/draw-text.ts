import type { Point } from '../model/row-geometry.ts'
import type { Context } from './marks.ts'
import type { Palette } from './palette.ts'

export const fontOf = ({ font }: Pick<Palette, 'font'>, pixels: number, weight: 400 | 500 | 600 | 700): string =>
  `${weight} ${Math.round(pixels * 2) / 2}px ${font}`

/** What begins with a mark of direction runs that way, else whatever has a letter from right to left. */
const RIGHT_TO_LEFT = /^(?!\u200e).*[\u0590-\u08ff\u200f]/u

/** A text in its own direction around a point, in the font that the context has. */
export const drawText = (context: Context, text: string, [x, y]: Point, color: string): void => {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr'
  context.fillStyle = color
  // Digits and capitals have nothing below the line: their middle is a little above that of the font.
  context.fillText(text, x, y + 0.5)
}
