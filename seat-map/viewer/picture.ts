import type { Camera, Size } from './camera.ts'
import type { Palette } from './palette.ts'
import { SEAT_COLORS } from './scene.ts'

/** What a small map says of a section. */
export interface SectionText {
  /** Below its name, such as its lowest price. */
  readonly line: string
  /** Many places are left, few, or none. */
  readonly left: 'many' | 'few' | 'none'
  /** Index of the category whose colour it has; absent: that of its first place. */
  readonly category?: number
}

/** What changes while the camera stands still. */
export interface HallState {
  /** `LOOKS` by the index of the place, with `FADED`. */
  readonly looks: Uint8Array
  /** By the index of the section: what a small map says of it. */
  readonly sectionTexts?: readonly (SectionText | undefined)[]
  /** The place that the keyboard or the mouse is at; -1: none. */
  readonly cursor?: number
  /** The section of a small map that is shown in large beside it. */
  readonly chosenSection?: number
  /** Without words: a corner map. */
  readonly plain?: boolean
}

/** Everything that a drawing depends on. */
export interface Picture extends HallState {
  readonly camera: Camera
  readonly size: Size
  readonly palette: Palette
  /** Places that were taken a moment ago and grow to their size. */
  readonly growing?: { readonly places: ReadonlySet<number>; readonly share: number } | undefined
}

export const seatColor = (palette: Palette, category: number): string => palette.seats[category % SEAT_COLORS] ?? ''
