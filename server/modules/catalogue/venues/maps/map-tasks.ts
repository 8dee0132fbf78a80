import { MAP_TEMPLATES, type MapTemplate } from '@kartis/contract/venue-maps.ts'
import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import type { MapProblem } from '@kartis/contract/venue-map-problems.ts'
import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import { checkDocument, isPublishable } from '@kartis/seat-map/model/checks.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import { exportCsv, importCsv } from '@kartis/seat-map/model/csv.ts'
import { mapDocument, type MapDocument } from '@kartis/seat-map/model/document.ts'
import { exportPretix } from '@kartis/seat-map/model/export-pretix.ts'
import { importMap } from '@kartis/seat-map/model/import-map.ts'
import { importPretix, type ImportResult } from '@kartis/seat-map/model/import-pretix.ts'
import { importSvg } from '@kartis/seat-map/model/svg-import.ts'
import { concertHall } from '@kartis/seat-map/templates/concert-hall.ts'
import { smallHall } from '@kartis/seat-map/templates/small-hall.ts'
import { park, stadium } from '@kartis/seat-map/templates/stadium.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { fieldReasons } from '../../../../platform/http/validation-reasons.ts'
import { elementParts, elementRowOf, partUuid, sectionParts, sectionRowOf } from './edition-parts.ts'
import { summaryOf } from './map-outline.ts'
import { draftRows, inChunks, type Unpublished } from './part-states.ts'
import { changedBy, type PartWrite } from './part-writes.ts'
import { readDocument, storedText } from './stored-document.ts'

const TEMPLATES: Readonly<Record<MapTemplate, () => MapDocument>> = {
  small_hall: smallHall,
  theatre,
  concert_hall: concertHall,
  stadium,
  park,
}
/** Keys of places that a problem names. */
const MAX_NAMED = 200

const draftOf = (document: MapDocument) => ({ text: storedText(document), ...summaryOf(document) })
export type NewDraft = ReturnType<typeof draftOf>

const parsedJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const problemsOf = (document: MapDocument): MapProblem[] =>
  checkDocument(document).map(({ places, ...problem }) => ({
    ...problem,
    count: places.length,
    places: places.slice(0, MAX_NAMED),
    ...(problem.params && { params: { ...problem.params } }),
  }))

/** The body of a save: the version it is based on, and the document as it is stored. */
const saved = (body: string) => {
  const json = parsedJson(body)
  const parsed = saveMapDraft.body?.safeParse(json?.value, { reportInput: true })
  if (!json || !parsed) return refuseField('body', 'not_json')
  if (!parsed.success) return refuse('validation', { fields: fieldReasons(parsed.error) })
  const { version, document } = parsed.data
  return { version, draft: draftOf(document) }
}

const checked = (text: string) => {
  const document = readDocument(text)
  const { seats, areas } = summaryOf(document)
  return { seats, areas, problems: problemsOf(document) }
}

/** An edition as a draft. */
const restored = (text: string): NewDraft => draftOf(readDocument(text))

/** What publishing writes; with problems that block only these. */
const edition = ({ mapId, text }: { readonly mapId: string; readonly text: string }) => {
  const document = readDocument(text)
  const problems = problemsOf(document)
  if (!isPublishable(problems)) return { problems }
  const map = compile(document)
  const named = new Map(document.categories.map(({ id, name, texts }) => [id, { name, ...(texts && { texts }) }]))
  return {
    problems,
    edition: {
      // An edition stays in the form in which it was published.
      text: storedText(document),
      seats: map.size,
      areas: map.areas.length,
      categories: map.categories.map((key) => ({ key, ...(named.get(key) ?? { name: '' }) })),
      sections: JSON.stringify(sectionParts(document).map((section) => sectionRowOf(mapId, section))),
      elements: inChunks(elementParts(document, map).map((element) => elementRowOf(mapId, element))),
    },
  }
}
export type NewEdition = NonNullable<ReturnType<typeof edition>['edition']>

const ofJson =
  (read: (json: unknown) => ImportResult) =>
  (text: string): ImportResult | Refusal => {
    const json = parsedJson(text)
    return json ? read(json.value) : refuseField('file', 'invalid')
  }

const IMPORTS: Readonly<Record<'pretix' | 'csv' | 'svg' | 'json', (text: string) => ImportResult | Refusal>> = {
  json: ofJson(importMap),
  pretix: ofJson(importPretix),
  csv: importCsv,
  svg: importSvg,
}

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Files are UTF-8. Tables also come as Excel writes them in Hebrew: as Unicode text, or in the encoding of old Windows. */
const textOf = (bytes: Uint8Array, format: keyof typeof IMPORTS): string | undefined => {
  if (format !== 'csv') return decoded(bytes, 'utf-8')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le')
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1255')
}

const imported = ({ format, bytes }: { readonly format: keyof typeof IMPORTS; readonly bytes: Uint8Array }) => {
  const text = textOf(bytes, format)
  if (text === undefined || text.includes('\0')) return refuseField('file', 'invalid')
  const result = IMPORTS[format](text)
  if ('refusal' in result) return result
  if ('error' in result) {
    // What concerns the whole of it is called `body` there.
    const { body, ...fields } = fieldReasons(result.error)
    return refuse('validation', { fields: { ...fields, ...(body && { file: body }) } })
  }
  const draft = draftOf(result.document)
  // A draft is not replaced by nothing.
  return draft.seats === 0 ? refuseField('file', 'required') : { draft, notes: [...result.notes] }
}

interface Draft {
  readonly mapId: string
  readonly text: string
  /** The newest edition, if there is one. */
  readonly edition: string | undefined
  readonly unpublished: Unpublished
}

const read = (text: string | undefined): MapDocument | undefined =>
  text === undefined ? undefined : readDocument(text)

/** A change, and whether its caller based it on the draft of the task or on another; undefined: on whatever there is. */
interface DraftWrite {
  readonly write: PartWrite
  readonly basedOn: 'this' | 'another' | undefined
}

const isSame = (a: MapDocument, b: MapDocument): boolean => a === b || storedText(a) === storedText(b)

const parsedMap = (document: MapDocument) => mapDocument.safeParse(document, { reportInput: true })

const schemaRefusal = (document: MapDocument): Refusal | undefined => {
  const parsed = parsedMap(document)
  return parsed.success ? undefined : refuse('validation', { fields: fieldReasons(parsed.error) })
}

/** The document after those of the changes that are possible, one after the other, and a result for each. */
const applied = (
  before: MapDocument,
  mapId: string,
  writes: readonly DraftWrite[],
  check?: (document: MapDocument) => Refusal | undefined,
) => {
  let document = before
  const apply = ({ write, basedOn }: DraftWrite): { readonly uuid: string; readonly places: number } | Refusal => {
    if (basedOn === 'another' || (basedOn === 'this' && !isSame(document, before))) return refuse('version_conflict')
    const changed = changedBy(document, mapId, write)
    if (isRefusal(changed)) return changed
    const wrong = check?.(changed.document)
    if (wrong) return wrong
    ;({ document } = changed)
    return { uuid: partUuid(mapId, changed.key), places: changed.places ?? 0 }
  }
  const results = writes.map(apply)
  return { document, results }
}

/** A draft with changes of sections and elements, and what the rows of sections and elements become. */
const written = ({
  mapId,
  text,
  edition: published,
  unpublished,
  writes,
}: Draft & { readonly writes: readonly DraftWrite[] }) => {
  const before = readDocument(text)
  const together = applied(before, mapId, writes)
  // The whole document is checked once, and after each change only to find the one that is wrong.
  const parsed = parsedMap(together.document)
  const { document, results } = parsed.success ? together : applied(before, mapId, writes, schemaRefusal)
  if (document === before) return { results }
  const draft = draftOf(parsed.success ? parsed.data : mapDocument.parse(document))
  if (draft.text === storedText(before)) return { results }
  const rows = draftRows(mapId, { before, draft: document, edition: read(published) }, unpublished)
  return { results, draft, rows }
}

/** What the rows of sections and elements become when a whole document is saved. */
const followed = ({ mapId, text, edition: published, unpublished }: Draft) =>
  draftRows(mapId, { draft: readDocument(text), edition: read(published) }, unpublished)

interface Exported {
  readonly format: 'pretix' | 'csv' | 'json'
  readonly text: string
  readonly name: string
}

const exportedText = (input: Exported): string => {
  const document = readDocument(input.text)
  if (input.format === 'csv') return exportCsv(document)
  if (input.format === 'json') return storedText(document)
  return JSON.stringify(exportPretix(document, input.name).plan)
}

/** A file of a document, in bytes: to encode six megabytes would stop the thread that sends them. */
const exported = (input: Exported) => new TextEncoder().encode(exportedText(input))

/** Work on documents that may take long: pure functions, plain data in and out. */
export const MAP_TASKS = {
  saved,
  checked,
  edition,
  restored,
  written,
  followed,
  imported,
  exported,
  template: (name: MapTemplate) => draftOf(TEMPLATES[name]()),
  templates: () =>
    MAP_TEMPLATES.map((template) => {
      const { text: _text, ...summary } = draftOf(TEMPLATES[template]())
      return { template, ...summary }
    }),
} as const

export type MapTasks = typeof MAP_TASKS
