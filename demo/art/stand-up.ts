import { dice } from '../random.ts'
import { type Artwork, type Canvas, circle, gradient, lights, n, path, rect } from './canvas.ts'

const BRICK = { width: 92, height: 38 }

const bricks = ({ width }: Canvas): string => {
  const random = dice(23)
  const rows = Array.from({ length: 14 }, (_, row) => row)
  const columns = Array.from({ length: Math.ceil(width / BRICK.width) + 2 }, (_, column) => column)
  return rows
    .flatMap((row) =>
      columns.map((column) =>
        rect(
          (column - 1) * BRICK.width + (row % 2) * (BRICK.width / 2) + 2,
          row * BRICK.height + 2,
          BRICK.width - 4,
          BRICK.height - 4,
          random.chance(0.5) ? '#000' : '#fff',
          `rx="3" opacity="${(random.next() * 0.085).toFixed(3)}"`,
        ),
      ),
    )
    .join('')
}

const microphone = (x: number): string =>
  rect(x - 6, 296, 12, 236, '#22060f') +
  `<ellipse cx="${n(x)}" cy="534" rx="78" ry="15" fill="#22060f"/>` +
  `<g transform="rotate(26 ${n(x)} 296)">` +
  path(`M${n(x - 27)} 236h54l-11 124h-32z`, '#22060f') +
  path(`M${n(x - 27)} 236h15l3 124h-7z`, '#fff', 'opacity=".14"') +
  circle(x, 198, 58, 'url(#grille)') +
  `<g stroke="#22060f" stroke-opacity=".34" stroke-width="3.5" fill="none">${[-36, -18, 0, 18, 36]
    .map((step) => {
      const half = Math.sqrt(58 * 58 - step * step)
      return `<path d="M${n(x + step)} ${n(198 - half)}V${n(198 + half)}M${n(x - half)} ${n(198 + step)}H${n(x + half)}"/>`
    })
    .join('')}</g>` +
  circle(x - 20, 176, 17, '#fff', 'opacity=".4"') +
  rect(x - 60, 218, 120, 22, '#22060f', 'rx="8"') +
  rect(x - 60, 218, 120, 7, '#ff8d9c', 'rx="3.5" opacity=".5"') +
  '</g>'

/** A microphone in a cone of light before a brick wall, lamps above. */
export const standUp: Artwork = (canvas) => {
  const { width, middle } = canvas
  const cone = (top: number, bottom: number, opacity: number): string =>
    path(
      `M${n(middle - top)} -30H${n(middle + top)}L${n(middle + bottom)} 540H${n(middle - bottom)}Z`,
      'url(#beam)',
      `opacity="${opacity}"`,
    )
  return {
    defs:
      gradient('wall', [
        [0, '#4a0d29'],
        [0.7, '#c02f4b'],
        [1, '#8f1f3d'],
      ]) +
      gradient(
        'grille',
        [
          [0, '#fff6d8'],
          [1, '#f7a95c'],
        ],
        { x: 1, y: 1 },
      ) +
      gradient('beam', [
        [0, '#fff4cf'],
        [1, '#ffd98a'],
      ]),
    body:
      rect(0, 0, width, 600, 'url(#wall)') +
      bricks(canvas) +
      rect(0, 516, width, 84, '#3a0a20') +
      rect(0, 516, width, 6, '#ff8d9c', 'opacity=".25"') +
      cone(44, 330, 0.2) +
      cone(26, 214, 0.24) +
      `<ellipse cx="${n(middle)}" cy="536" rx="318" ry="48" fill="#ffe0a0" opacity=".5"/>` +
      microphone(middle) +
      lights([-20, 20], [middle - 60, 40], 54, 8, '#ffd27a') +
      lights([middle + 60, 40], [width + 20, 14], 54, 8, '#ffd27a'),
  }
}
