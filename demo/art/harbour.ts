import { dice } from '../random.ts'
import { type Artwork, type Canvas, circle, glow, gradient, lights, n, path, rect, ridge } from './canvas.ts'

const SUN = { y: 318, r: 176 }

const stars = ({ width }: Canvas): string => {
  const random = dice(11)
  return Array.from({ length: 70 }, () =>
    circle(
      random.next() * width,
      random.next() * 260,
      0.8 + random.next() * 1.6,
      '#fff',
      `opacity="${n(0.3 + random.next() * 0.6)}"`,
    ),
  ).join('')
}

/** A harbour crane in outline, its jib to one side. */
const crane = (x: number, base: number, size: number, side: 1 | -1): string => {
  const p = (dx: number, dy: number): string => `${n(x + dx * size * side)} ${n(base + dy * size)}`
  const legs = `M${p(-22, 0)}L${p(-12, -120)}L${p(12, -120)}L${p(22, 0)}M${p(-18, -48)}L${p(17, -60)}M${p(-15, -84)}L${p(14, -96)}`
  const jib = `M${p(-44, -128)}L${p(150, -176)}M${p(-44, -128)}L${p(-44, -112)}L${p(12, -112)}M${p(0, -120)}L${p(14, -206)}L${p(150, -176)}M${p(14, -206)}L${p(-44, -128)}M${p(132, -172)}L${p(132, -112)}`
  return `<path d="${legs}${jib}" fill="none" stroke="#150647" stroke-width="${n(5.5 * size)}" stroke-linecap="round" stroke-linejoin="round"/>${rect(x + (side > 0 ? 118 : -146) * size, base - 112 * size, 28 * size, 20 * size, '#150647', 'rx="3"')}`
}

const seas: readonly (readonly [number, string, number])[] = [
  [404, '#3a189a', 0],
  [440, '#2c1080', 90],
  [482, '#1e0a62', 40],
  [528, '#120540', 140],
]

/** Night falls on a harbour: a low sun behind waves, cranes, strings of lamps. */
export const harbour: Artwork = (canvas) => {
  const { width, middle } = canvas
  const stripes = [300, 330, 358, 384, 408].map((y, place) => rect(0, y, width, 4 + place * 3.2, '#3b1288')).join('')
  const glints = Array.from({ length: 9 }, (_, row) => {
    const half = 150 - row * 9 + (row % 2) * 26
    return rect(middle - half, 424 + row * 19, half * 2, 4, '#ff9b7c', `rx="2" opacity="${n(0.5 - row * 0.045)}"`)
  }).join('')
  return {
    defs:
      gradient('sky', [
        [0, '#140739'],
        [0.5, '#5b2be0'],
        [0.78, '#ff7a8a'],
      ]) +
      gradient('sun', [
        [0, '#ffe08f'],
        [1, '#ff5f7e'],
      ]) +
      glow('halo', '#ffd27a', 0.5) +
      `<clipPath id="disc"><circle cx="${n(middle)}" cy="${SUN.y}" r="${SUN.r}"/></clipPath>`,
    body:
      rect(0, 0, width, 600, 'url(#sky)') +
      stars(canvas) +
      circle(middle, SUN.y, 330, 'url(#halo)') +
      `<g clip-path="url(#disc)">${rect(0, 0, width, 600, 'url(#sun)')}<g opacity=".62">${stripes}</g></g>` +
      crane(middle - Math.min(width * 0.34, 400), 412, 1, 1) +
      crane(middle + Math.min(width * 0.4, 470), 408, 0.8, -1) +
      seas
        .map(
          ([level, color, shift], place) =>
            path(
              ridge(canvas, level, [
                [170 - place * 12, 9, shift],
                [61, 3, shift],
              ]),
              color,
              'opacity=".94"',
            ) + (place === 1 ? glints : ''),
        )
        .join('') +
      lights([-20, 34], [middle, 58], 60, 9, '#ffe9a8') +
      lights([middle, 58], [width + 20, 22], 60, 9, '#ffe9a8'),
  }
}
