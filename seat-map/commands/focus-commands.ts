import type { MapDocument } from '../model/document.ts'
import { type Point } from '../model/row-geometry.ts'
import type { Command } from './command.ts'
import { boxOfParts, roundedPoint, selectedParts } from './parts.ts'

/** The middle of the front of the first stage: what the audience of a hall faces, unless it is set otherwise. */
export const frontOfStage = (document: MapDocument): Point | undefined => {
  const stage = document.shapes.find(({ kind }) => kind === 'stage')
  const box = stage && boxOfParts(selectedParts(document, new Set([stage.id])))
  return box && [(box[0] + box[2]) / 2, box[3]]
}

/** Sets what the audience of the hall faces: right, left and the best places are measured from there. */
export const setFocus =
  (to: Point): Command =>
  (document) => ({ ...document, focus: roundedPoint(to) })

/** Sets what one section faces; null: what the hall faces. */
export const setSectionFocus =
  (id: string, to: Point | null): Command =>
  (document) => ({
    ...document,
    sections: document.sections.map((section) => {
      if (section.id !== id) return section
      const { focus: _before, ...others } = section
      return to === null ? others : { ...others, focus: roundedPoint(to) }
    }),
  })
