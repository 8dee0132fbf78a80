import type { MapDocument } from '../model/document.ts'
import type { Command } from '../commands/command.ts'

export type Tracing = NonNullable<MapDocument['tracing']>

/** Share of the hall's width that a new picture takes. */
const FIRST_SHARE = 0.9
const FIRST_OPACITY = 0.5

/** A picture to draw after, in the middle of the hall. `ratio`: its height by its width. */
export const addTracing =
  (file: string, ratio: number): Command =>
  (document) => {
    const [hallWidth, hallHeight] = document.size
    const width = Math.round(Math.min(hallWidth, hallHeight / ratio) * FIRST_SHARE)
    const at: Tracing['at'] = [Math.round((hallWidth - width) / 2), Math.round((hallHeight - width * ratio) / 2)]
    return { ...document, tracing: { file, at, width, opacity: FIRST_OPACITY } }
  }

export const changeTracing =
  (change: Partial<Tracing>): Command =>
  (document) =>
    document.tracing ? { ...document, tracing: { ...document.tracing, ...change } } : document

export const removeTracing: Command = (document) => ({ ...document, tracing: null })
