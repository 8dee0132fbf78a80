import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import { withCategory } from '@kartis/seat-map/commands/block.ts'
import { addCategory } from '@kartis/seat-map/commands/structure-commands.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'

/** A document with a change, and the key of the part that was changed. */
export interface Changed {
  readonly document: MapDocument
  readonly key: string
  /** Places that a deletion took along. */
  readonly places?: number
}

/** What new parts are called for which no name was sent. */
export interface DefaultNames {
  readonly category: string
  readonly stage: string
}

/** By its name, which replies show, or by its key. */
const named = <P extends { readonly id: string; readonly name: string }>(list: readonly P[], text: string) =>
  list.find(({ name }) => name === text) ?? list.find(({ id }) => id === text)

/** The key of a floor; undefined where none was sent. */
export const floorOf = ({ floors }: MapDocument, text: string | undefined): string | undefined | Refusal =>
  text === undefined ? undefined : (named(floors, text)?.id ?? refuseField('floor', 'unknown_option'))

/** A document that has the category, and its key. The first category of a map is made by naming it. */
export const withNamedCategory = (document: MapDocument, text: string): readonly [MapDocument, string] | Refusal => {
  if (document.categories.length === 0) return withCategory(document, text)
  const category = named(document.categories, text)
  return category ? [document, category.id] : refuseField('category', 'unknown_option')
}

/**
 * The category of new rows and tables: the one that is named, else the first that no standing area has, because places and
 * areas cannot share one.
 */
export const withPlaceCategory = (
  document: MapDocument,
  text: string | undefined,
  name: string,
): readonly [MapDocument, string] | Refusal => {
  if (text !== undefined) return withNamedCategory(document, text)
  const ofAreas = new Set(document.areas.map(({ category }) => category))
  const ranked = document.categories.toSorted((a, b) => a.rank - b.rank)
  const free = ranked.find(({ id }) => !ofAreas.has(id))
  if (free) return [document, free.id]
  const added = addCategory(name)(document)
  const own = added.categories.at(-1)
  return own ? [added, own.id] : refuseField('category', 'required')
}

/** Applies a change with the key of the category that was sent; without one nothing happens. */
export const withCategoryOf = (
  document: MapDocument,
  text: string | undefined,
  change: (document: MapDocument, category: string) => MapDocument,
): MapDocument | Refusal => {
  if (text === undefined) return document
  const found = withNamedCategory(document, text)
  return isRefusal(found) ? found : change(...found)
}

/** Refuses the fields that were sent and that a part of this kind does not have. */
export const foreignFields = (
  fields: Readonly<Record<string, unknown>>,
  own: readonly string[],
): Refusal | undefined => {
  const foreign = Object.keys(fields).filter((name) => fields[name] !== undefined && !own.includes(name))
  if (foreign.length === 0) return undefined
  return refuse('validation', { fields: Object.fromEntries(foreign.map((name) => [name, ['not_of_this_kind']])) })
}

/** The steps one after the other, until one refuses. */
export const inSteps = (
  document: MapDocument,
  ...steps: readonly ((document: MapDocument) => MapDocument | Refusal)[]
): MapDocument | Refusal => {
  let result = document
  for (const step of steps) {
    const next = step(result)
    if (isRefusal(next)) return next
    result = next
  }
  return result
}
