import { dice } from '../random.ts'
import { type Artwork, type Canvas, circle, glow, gradient, n, path, rect, ridge } from './canvas.ts'

const star = (x: number, y: number, size: number): string =>
  `<path transform="translate(${n(x)} ${n(y)}) scale(${n(size)})" fill="#fff7d6" d="M0-14l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z"/>`

const sky = ({ width }: Canvas): string => {
  const random = dice(41)
  const big = Array.from({ length: 16 }, () =>
    star(random.next() * width, 24 + random.next() * 270, 0.5 + random.next() * 0.9),
  )
  const small = Array.from({ length: 40 }, () =>
    circle(random.next() * width, random.next() * 340, 1 + random.next() * 1.6, '#fff7d6', 'opacity=".6"'),
  )
  return big.join('') + small.join('')
}

/** A crescent with a sleepy eye. */
const moon = (x: number, y: number): string =>
  circle(x, y, 250, 'url(#shine)') +
  path(`M${n(x - 8)} ${n(y - 118)}a120 120 0 1 0 112 166a98 98 0 0 1-112-166z`, '#ffe08a') +
  path(`M${n(x - 8)} ${n(y - 118)}a120 120 0 0 0-84 196a128 128 0 0 1 84-196z`, '#fff', 'opacity=".32"') +
  `<path d="M${n(x - 66)} ${n(y + 2)}q14 14 28 2" fill="none" stroke="#b0742c" stroke-width="6" stroke-linecap="round"/>` +
  circle(x - 42, y + 40, 12, '#ff9b5e', 'opacity=".55"')

const ladder = (from: readonly [number, number], to: readonly [number, number]): string => {
  const steps = 13
  const at = (t: number): [number, number] => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
  const rungs = Array.from({ length: steps }, (_, step) => {
    const [x, y] = at((step + 0.5) / steps)
    return `M${n(x - 15)} ${n(y)}h30`
  }).join('')
  return `<path d="M${n(from[0] - 15)} ${n(from[1])}L${n(to[0] - 15)} ${n(to[1])}M${n(from[0] + 15)} ${n(from[1])}L${n(to[0] + 15)} ${n(to[1])}${rungs}" stroke="#fff3dd" stroke-width="6" stroke-linecap="round" fill="none"/>`
}

const cottage = (x: number, y: number): string =>
  rect(x - 42, y - 62, 84, 70, '#fff3dd') +
  path(`M${n(x - 58)} ${n(y - 58)}L${n(x)} ${n(y - 118)}L${n(x + 58)} ${n(y - 58)}Z`, '#c94b3a') +
  rect(x + 20, y - 116, 16, 36, '#c94b3a') +
  rect(x - 12, y - 34, 24, 42, '#1f7a8c', 'rx="12"') +
  circle(x, y - 78, 11, '#ffe08a')

/** A ladder from a little cottage to a moon that came too near. */
export const lostMoon: Artwork = (canvas) => {
  const { width, middle } = canvas
  const offset = Math.min(150, width * 0.19)
  return {
    defs:
      gradient('dusk', [
        [0, '#15566b'],
        [0.55, '#2f93a0'],
        [1, '#9fdcc6'],
      ]) + glow('shine', '#fff2b8', 0.55),
    body:
      rect(0, 0, width, 600, 'url(#dusk)') +
      sky(canvas) +
      moon(middle + offset, 214) +
      path(
        ridge(canvas, 452, [
          [820, 44, 760 - middle],
          [300, 12, 120],
        ]),
        '#ffb37e',
      ) +
      path(
        ridge(canvas, 488, [
          [700, 40, 430 - middle],
          [260, 10, 0],
        ]),
        '#ff9b5e',
      ) +
      ladder([middle - offset * 0.72, 520], [middle + offset * 0.55, 292]) +
      cottage(middle - offset * 1.35, 500) +
      path(
        ridge(canvas, 540, [
          [640, 30, 250 - middle],
          [230, 8, 60],
        ]),
        '#f2673e',
      ),
  }
}
