import { dice } from '../random.ts'
import { type Artwork, type Canvas, circle, glow, gradient, n, path, rect } from './canvas.ts'

/** Folds of a curtain from the side of the canvas towards its middle. */
const curtain = ({ width, height }: Canvas, edge: number, direction: 1 | -1): string =>
  Array.from({ length: 4 }, (_, fold) => {
    const x = edge + (direction * fold * width) / 28
    const hem = height - 44 - fold * 14
    return path(
      `M${n(x)} -10H${n(x + direction * 46)}C${n(x + direction * 30)} 200 ${n(x + direction * 50)} 380 ${n(x + direction * 32)} ${n(hem)}H${n(x)}Z`,
      fold % 2 === 0 ? 'url(#velvet)' : 'url(#velvet-dark)',
    )
  }).join('')

const beam = (from: number, to: number, spread: number, opacity: number): string =>
  path(
    `M${n(from - 10)} -20H${n(from + 10)}L${n(to + spread)} 520H${n(to - spread)}Z`,
    'url(#beam)',
    `opacity="${opacity}"`,
  )

/** A dancer as two strokes of a brush: the body, and the cloth that follows it. */
const dancer = (x: number, y: number, size: number, turn: number, cloth: string): string =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(size)})" fill="none" stroke-linecap="round" stroke-linejoin="round">` +
  `<path d="M-10-64C-66-96-118-60-132 6C-96-34-58-32-24-6" stroke="${cloth}" stroke-width="15" opacity=".9"/>` +
  `<path d="M64-132C36-112 14-100 0-70C-8-46-4-20 4 8C16 46 12 84-2 124M4 8C34 34 62 62 92 74M0-66C-30-84-48-106-56-138" stroke="#fff4e6" stroke-width="13"/>` +
  `<circle cx="-4" cy="-104" r="15" fill="#fff4e6"/></g>`

const dust = ({ width }: Canvas): string => {
  const random = dice(52)
  return Array.from({ length: 46 }, () =>
    circle(random.next() * width, 40 + random.next() * 430, 0.8 + random.next() * 1.8, '#ffe9c9', 'opacity=".45"'),
  ).join('')
}

/** Four dancers in the light of a stage between velvet curtains. */
export const fourSilences: Artwork = (canvas) => {
  const { width, height, middle } = canvas
  const step = Math.min(165, width * 0.155)
  const dancers: readonly (readonly [turn: number, cloth: string])[] = [
    [-8, '#7fd1c7'],
    [6, '#ffb454'],
    [-4, '#f27a8a'],
    [10, '#9db4ff'],
  ]
  return {
    defs:
      gradient('stage', [
        [0, '#0f1030'],
        [0.62, '#2a2058'],
        [1, '#4d2f66'],
      ]) +
      gradient('velvet', [
        [0, '#5d0f24'],
        [1, '#a3213f'],
      ]) +
      gradient('velvet-dark', [
        [0, '#3f0918'],
        [1, '#7d1730'],
      ]) +
      gradient('floor', [
        [0, '#6d4a57'],
        [1, '#2b1a2c'],
      ]) +
      `<linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff1d0" stop-opacity=".75"/><stop offset="1" stop-color="#fff1d0" stop-opacity="0"/></linearGradient>` +
      glow('pool', '#ffe0a8', 0.5),
    body:
      rect(0, 0, width, height, 'url(#stage)') +
      rect(0, 478, width, height - 478, 'url(#floor)') +
      `<ellipse cx="${n(middle)}" cy="512" rx="${n(step * 2.9)}" ry="58" fill="url(#pool)"/>` +
      beam(middle - step * 1.9, middle - step * 0.9, 150, 0.5) +
      beam(middle + step * 1.9, middle + step * 0.9, 150, 0.5) +
      beam(middle, middle, 120, 0.35) +
      dust(canvas) +
      dancers
        .map(([turn, cloth], index) =>
          dancer(middle + (index - 1.5) * step * 1.1, 376 + (index % 2) * 22, step / 178, turn, cloth),
        )
        .join('') +
      curtain(canvas, 0, 1) +
      curtain(canvas, width, -1),
  }
}
