import { dice } from '../random.ts'
import { type Artwork, circle, gradient, n, path, rect } from './canvas.ts'

const COLORS = ['#ffffff', '#ffd84d', '#8fd0ff', '#0b1f8f', '#1d49e8', '#ff8a5c'] as const
const CELL = 100

const tile = (kind: number, x: number, y: number, color: string): string => {
  const right = x + CELL
  const bottom = y + CELL
  if (kind === 0) return circle(x + CELL / 2, y + CELL / 2, CELL * 0.36, color)
  if (kind === 1) return path(`M${n(x)} ${n(bottom)}V${n(y)}A${CELL} ${CELL} 0 0 1 ${n(right)} ${n(bottom)}Z`, color)
  if (kind === 2) return path(`M${n(right)} ${n(y)}V${n(bottom)}A${CELL} ${CELL} 0 0 1 ${n(x)} ${n(y)}Z`, color)
  if (kind === 3) return rect(x + 14, y + 14, CELL - 28, CELL - 28, color, 'rx="18"')
  if (kind === 4) return path(`M${n(x)} ${n(y)}H${n(right)}L${n(x)} ${n(bottom)}Z`, color)
  if (kind === 5)
    return `<circle cx="${n(x + CELL / 2)}" cy="${n(y + CELL / 2)}" r="${CELL * 0.3}" fill="none" stroke="${color}" stroke-width="15"/>`
  return ''
}

/** Simple shapes that build something: quarter discs, dots, squares on a grid. */
export const firstProduct: Artwork = ({ width, middle }) => {
  const random = dice(71)
  const columns = Math.ceil(width / CELL) + 1
  const left = middle - (columns * CELL) / 2
  const shapes = Array.from({ length: columns * 6 }, (_, place) => {
    const kind = random.weighed([3, 4, 4, 2, 2, 2, 5])
    const color = random.pick(COLORS)
    return tile(kind, left + Math.floor(place / 6) * CELL, (place % 6) * CELL, color)
  }).join('')
  return {
    defs: gradient(
      'day',
      [
        [0, '#1436c8'],
        [1, '#2f7bf6'],
      ],
      { x: 1, y: 1 },
    ),
    body: rect(0, 0, width, 600, 'url(#day)') + shapes,
  }
}
