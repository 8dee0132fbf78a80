/** An artwork is composed around the middle of a canvas 600 high and as wide as its slot. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly middle: number
}

/** What a picture gives: definitions (gradients, clips) and shapes. */
export interface Drawing {
  readonly defs: string
  readonly body: string
}

export type Artwork = (canvas: Canvas) => Drawing

const HEIGHT = 600

export const canvasOf = (size: { readonly width: number; readonly height: number }): Canvas => {
  const width = (HEIGHT * size.width) / size.height
  return { width, height: HEIGHT, middle: width / 2 }
}

/** Whole SVG of an artwork at an exact size in pixels. */
export const draw = (artwork: Artwork, size: { readonly width: number; readonly height: number }): string => {
  const canvas = canvasOf(size)
  const { defs, body } = artwork(canvas)
  const box = `0 0 ${canvas.width.toFixed(2)} ${canvas.height}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${box}"><defs>${defs}</defs>${body}</svg>`
}

export const n = (value: number): string => String(Math.round(value * 10) / 10)

/** A gradient from top to bottom, or between two points of the unit square. */
export const gradient = (id: string, stops: readonly (readonly [number, string])[], to = { x: 0, y: 1 }): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${to.x}" y2="${to.y}">${stops
    .map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`

/** Light that fades from a middle outwards. */
export const glow = (id: string, color: string, opacity: number): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`

/** A soft line of hills or waves across the canvas, closed at the bottom. */
export const ridge = (
  { width, height }: Canvas,
  level: number,
  waves: readonly (readonly [length: number, rise: number, shift: number])[],
): string => {
  const heightAt = (x: number): number =>
    level - waves.reduce((sum, [length, rise, shift]) => sum + rise * Math.sin(((x + shift) / length) * 2 * Math.PI), 0)
  const steps = Math.ceil(width / 12)
  const points = Array.from({ length: steps + 1 }, (_, step) => (step * width) / steps)
  return `M0 ${height}L${points.map((x) => `${n(x)} ${n(heightAt(x))}`).join('L')}L${n(width)} ${height}Z`
}

/** A string of lights that hangs between points. */
export const lights = (
  from: readonly [number, number],
  to: readonly [number, number],
  sag: number,
  count: number,
  color: string,
): string => {
  const at = (t: number): [number, number] => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + sag * 4 * t * (1 - t),
  ]
  const cord = Array.from({ length: 25 }, (_, step) => at(step / 24))
  const bulbs = Array.from({ length: count }, (_, bulb) => at((bulb + 0.5) / count))
  return (
    `<path d="M${cord.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="2.5"/>` +
    bulbs.map(([x, y]) => circle(x, y + 9, 15, color, 'opacity=".22"') + circle(x, y + 9, 6.5, color)).join('')
  )
}
