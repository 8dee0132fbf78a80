import { type Artwork, type Canvas, circle, glow, gradient, n, path, rect, ridge } from './canvas.ts'

const GRAPES = ['#7a1f5c', '#94296b', '#63164c', '#a93a78'] as const
const ROWS = [5, 4, 5, 4, 3, 2, 1] as const
const GRAPE = 37

const cluster = (x: number, y: number): string =>
  ROWS.flatMap((count, row) =>
    Array.from({ length: count }, (_, place) => {
      const left = x + (place - (count - 1) / 2) * GRAPE * 1.72
      const top = y + row * GRAPE * 1.36
      return (
        circle(left, top, GRAPE, GRAPES[(row * 3 + place * 2) % GRAPES.length] ?? GRAPES[0]) +
        circle(left - 11, top - 12, 9, '#fff', 'opacity=".28"') +
        `<path d="M${n(left + GRAPE * 0.62)} ${n(top + GRAPE * 0.62)}a${GRAPE * 0.88} ${GRAPE * 0.88} 0 0 1-${n(GRAPE * 1.1)} ${n(GRAPE * 0.2)}" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="5" stroke-linecap="round"/>`
      )
    }),
  ).join('')

const leaf = (x: number, y: number, turn: number, size: number, color: string, vein: string): string =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${turn}) scale(${size})">` +
  path(
    'M0 0C14-46 60-66 104-52c12-22 42-22 58-4 30-2 44 22 34 46 14 18 4 46-20 50-8 26-44 34-66 18C74 74 16 52 0 0z',
    color,
  ) +
  `<path d="M4 4C60 0 120 2 176 6M70 2l34-38M70 4l42 34M112 4l30-24M112 6l30 26" fill="none" stroke="${vein}" stroke-width="4" stroke-linecap="round" opacity=".55"/></g>`

/** Rows of vines that run to the horizon on a hill. */
const rows = (canvas: Canvas): string =>
  Array.from({ length: 23 }, (_, row) => {
    const step = row - 11
    const { middle } = canvas
    return path(
      `M${n(middle + step * 34 - 3)} 432L${n(middle + step * 34 + 3)} 432L${n(middle + step * 132 + 17)} 610L${n(middle + step * 132 - 17)} 610Z`,
      '#3f7030',
      'opacity=".8"',
    )
  }).join('')

/** A bunch of grapes in the last light over a vineyard. */
export const vineyard: Artwork = (canvas) => {
  const { width, middle } = canvas
  return {
    defs:
      gradient('evening', [
        [0, '#f9d27a'],
        [0.72, '#f09a4e'],
        [1, '#e57c46'],
      ]) +
      gradient('field', [
        [0, '#a7b84f'],
        [1, '#6d9438'],
      ]) +
      glow('low', '#fff6d2', 0.95) +
      `<clipPath id="hill"><path d="${ridge(canvas, 470, [
        [1500, 34, 250 - middle + 375],
        [640, 8, 60],
      ])}"/></clipPath>`,
    body:
      rect(0, 0, width, 600, 'url(#evening)') +
      circle(middle + Math.min(330, width * 0.3), 330, 300, 'url(#low)') +
      circle(middle + Math.min(330, width * 0.3), 330, 84, '#fff3c4') +
      circle(middle - width * 0.36, 90, 120, '#fff', 'opacity=".12"') +
      path(
        ridge(canvas, 432, [
          [900, 46, 100],
          [330, 12, 0],
        ]),
        '#d9803f',
        'opacity=".75"',
      ) +
      path(
        ridge(canvas, 458, [
          [760, 40, 420],
          [300, 9, 80],
        ]),
        '#b5893f',
      ) +
      `<g clip-path="url(#hill)">${rect(0, 380, width, 240, 'url(#field)')}${rows(canvas)}</g>` +
      `<path d="M${n(middle)} 130C${n(middle - 6)} 84 ${n(middle + 10)} 44 ${n(middle + 48)} 14" fill="none" stroke="#4c3a1a" stroke-width="15" stroke-linecap="round"/>` +
      leaf(middle + 12, 92, -14, 1.02, '#5f8a2c', '#3f6a1c') +
      leaf(middle - 4, 100, 190, 0.96, '#4a7222', '#325414') +
      cluster(middle, 154),
  }
}
