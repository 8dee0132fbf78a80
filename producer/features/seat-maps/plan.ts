/** What a PDF file to draw after may be, and how large its page is rendered: fine lines of a plan need more than a photo. */
export const PLAN = {
  maxMegabytes: 30,
  /** Pixels of the longer edge, and of both edges multiplied: the server takes pictures of four million pixels. */
  maxEdge: 2400,
  maxPixels: 4_000_000,
  previewEdge: 900,
  /** A file that needs longer to be opened, or a page to be rendered, is given up with a sentence. */
  patienceMs: 60_000,
} as const

/** Why a PDF file is not shown: `locked` by a password, `no_reader` where the part that reads PDF was not loaded. */
export type PlanProblem = 'too_large' | 'locked' | 'broken' | 'slow' | 'no_reader'

/** A PDF file that is open. */
export interface Plan {
  readonly pages: number
  /** A page (from 1) on white, its longer edge at most so long. The page rendered before is given up: undefined. */
  draw: (page: number, maxEdge: number) => Promise<HTMLCanvasElement | PlanProblem | undefined>
  close: () => void
}

interface Size {
  readonly width: number
  readonly height: number
}

/** How many pixels a point of the page is, for a picture whose edges and whole are within their limits. */
export const scaleOf = ({ width, height }: Size, maxEdge: number): number =>
  Math.min(maxEdge / Math.max(width, height), Math.sqrt(PLAN.maxPixels / (width * height)))
