import { type Artwork, circle, glow, gradient, n, rect } from './canvas.ts'

/** Levels of a sound: three waves on top of one another, never still. */
const level = (place: number): number => {
  const swell = 0.5 + 0.5 * Math.sin(place * 0.21 + 0.6)
  const beat = Math.abs(Math.sin(place * 0.74) * 0.7 + Math.sin(place * 1.9) * 0.3)
  return 0.1 + 0.9 * (0.25 + 0.75 * swell) * (0.35 + 0.65 * beat)
}

/** Bars of a bass line over the rings of a loudspeaker. */
export const bass: Artwork = ({ width, middle }) => {
  const count = Math.floor(width / 30)
  const start = middle - (count * 30) / 2
  const bars = Array.from({ length: count }, (_, place) => {
    const near = 1 - Math.abs((place + 0.5) / count - 0.5) * 0.75
    const high = 46 + 400 * level(place + 3) * near
    const x = start + place * 30 + 6
    return (
      rect(x, 290 - high / 2, 18, high, 'url(#bar)', 'rx="9"') +
      rect(x, 308 + high / 2, 18, high * 0.22, 'url(#bar)', 'rx="9" opacity=".16"')
    )
  }).join('')
  return {
    defs:
      gradient(
        'room',
        [
          [0, '#02131b'],
          [1, '#074052'],
        ],
        { x: 1, y: 1 },
      ) +
      `<linearGradient id="bar" gradientUnits="userSpaceOnUse" x1="0" y1="90" x2="0" y2="520"><stop offset="0" stop-color="#d2ff5a"/><stop offset=".5" stop-color="#2fe0b5"/><stop offset="1" stop-color="#23a6ff"/></linearGradient>` +
      glow('pulse', '#2fe0b5', 0.34),
    body:
      rect(0, 0, width, 600, 'url(#room)') +
      circle(middle, 290, 420, 'url(#pulse)') +
      [110, 170, 236, 310, 392, 482, 580]
        .map(
          (r, place) =>
            `<circle cx="${n(middle)}" cy="290" r="${r}" fill="none" stroke="#2fe0b5" stroke-opacity="${n(0.3 - place * 0.035)}" stroke-width="2.5"/>`,
        )
        .join('') +
      bars,
  }
}
