import { type Point, rotate } from '../model/row-geometry.ts'

/** Left, top, right and bottom, in centimetres. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]
/** Width and height of the canvas in CSS pixels. */
export type Size = readonly [width: number, height: number]

export interface Camera {
  /** The point of the hall in the middle of the canvas, in centimetres. */
  readonly x: number
  readonly y: number
  /** CSS pixels per centimetre. */
  readonly scale: number
  /** How the hall is turned, clockwise. It is never mirrored. */
  readonly turn: 0 | 90 | 180 | 270
}

/** `px = a * x + c * y + e`, `py = b * x + d * y + f`: what a loop over thousands of places needs. */
export interface Projection {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

const EXACT: Readonly<Record<Camera['turn'], readonly [cos: number, sin: number]>> = {
  0: [1, 0],
  90: [0, 1],
  180: [-1, 0],
  270: [0, -1],
}

export const projectionOf = ({ x, y, scale, turn }: Camera, [width, height]: Size): Projection => {
  const [cos, sin] = EXACT[turn]
  const [a, b, c, d] = [cos * scale, sin * scale, -sin * scale, cos * scale]
  return { a, b, c, d, e: width / 2 - a * x - c * y, f: height / 2 - b * x - d * y }
}

export const toScreen = (camera: Camera, size: Size, [x, y]: Point): Point => {
  const { a, b, c, d, e, f } = projectionOf(camera, size)
  return [a * x + c * y + e, b * x + d * y + f]
}

export const toHall = ({ x, y, scale, turn }: Camera, [width, height]: Size, [px, py]: Point): Point => {
  const [dx, dy] = rotate([(px - width / 2) / scale, (py - height / 2) / scale], -turn)
  return [x + dx, y + dy]
}

/** The part of the hall that the canvas shows. */
export const visibleBox = (camera: Camera, size: Size): Box => {
  const [ax, ay] = toHall(camera, size, [0, 0])
  const [bx, by] = toHall(camera, size, size)
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
}

/** The whole box, `margin` pixels from the edges. */
export const fit = (
  [left, top, right, bottom]: Box,
  [width, height]: Size,
  { margin = 16, turn = 0, maxScale = 1 }: { margin?: number; turn?: Camera['turn']; maxScale?: number } = {},
): Camera => {
  const [across, down] = turn % 180 === 0 ? [right - left, bottom - top] : [bottom - top, right - left]
  const scale = Math.min(
    Math.max(1, width - 2 * margin) / Math.max(1, across),
    Math.max(1, height - 2 * margin) / Math.max(1, down),
    maxScale,
  )
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale, turn }
}

/** Moved as a finger that drags the hall by so many pixels. */
export const panned = (camera: Camera, [dx, dy]: Point): Camera => {
  const [x, y] = rotate([dx / camera.scale, dy / camera.scale], -camera.turn)
  return { ...camera, x: camera.x - x, y: camera.y - y }
}

/** Another scale; the point of the hall under `at` (pixels) stays where it is. */
export const zoomed = (camera: Camera, size: Size, scale: number, at: Point = [size[0] / 2, size[1] / 2]): Camera => {
  const [x, y] = toHall(camera, size, at)
  const share = camera.scale / scale
  return { ...camera, scale, x: x + (camera.x - x) * share, y: y + (camera.y - y) * share }
}

/** Of the scale: from the whole hall to seats of about 60 px. */
export interface ZoomRange {
  readonly min: number
  readonly max: number
}

/** The middle stays inside the hall and the scale inside its range: nobody gets lost. */
export const clamped = (camera: Camera, [left, top, right, bottom]: Box, { min, max }: ZoomRange): Camera => ({
  ...camera,
  x: Math.max(left, Math.min(right, camera.x)),
  y: Math.max(top, Math.min(bottom, camera.y)),
  scale: Math.max(min, Math.min(max, camera.scale)),
})

/** On the way from one camera to another, `share` from 0 to 1. The scale changes by the same factor in the same time. */
export const between = (from: Camera, to: Camera, share: number): Camera => {
  if (share >= 1 || from.turn !== to.turn) return to
  const scale = from.scale * (to.scale / from.scale) ** share
  // So that the fixed point of the zoom stays fixed, the middle follows the inverse of the scale.
  const inverse = 1 / from.scale - 1 / to.scale
  const way = Math.abs(inverse) < 1e-9 ? share : (1 / from.scale - 1 / scale) / inverse
  return { ...to, scale, x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way }
}

/** The transformation that shows the picture of `rendered` as `now` would be, until it is rendered anew. */
export const cssTransform = (rendered: Camera, now: Camera, size: Size): string => {
  const factor = now.scale / rendered.scale
  const [x, y] = toScreen(now, size, [rendered.x, rendered.y])
  const [left, top] = [x - (size[0] / 2) * factor, y - (size[1] / 2) * factor]
  return `translate(${left}px, ${top}px) scale(${factor})`
}
