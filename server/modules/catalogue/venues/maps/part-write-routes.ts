import * as contract from '@kartis/contract/venue-map-parts.ts'
import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, route } from '../../../../platform/http/route.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { draftState } from './drafts-queries.ts'
import type { MapWork } from './map-work.ts'
import { viewElement, viewSection } from './map-view.ts'
import type { PartWrite } from './part-writes.ts'
import { type ElementRow, elementRow, sectionRow } from './parts-queries.ts'
import type { WritePart } from './write-part.ts'

/** What the API calls people who write. */
interface Caller {
  readonly actor: { readonly account: { readonly id: string }; readonly user: { readonly id: string } }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly now: Date
}

/** The fields of an element that stay as they are: another value of them is refused. */
const fixedFields = (
  row: ElementRow,
  { section_uuid, kind, row: label }: contract.ElementFields,
): Refusal | undefined => {
  const wrong = [
    ...(section_uuid !== undefined && section_uuid !== row.section_id ? ['section_uuid'] : []),
    ...(kind !== undefined && kind !== row.kind ? ['kind'] : []),
    ...(label !== undefined && label !== row.row_label ? ['row'] : []),
  ]
  if (wrong.length === 0) return undefined
  return refuse('validation', { fields: Object.fromEntries(wrong.map((field) => [field, ['not_changeable']])) })
}

const writerOf =
  ({ costly }: MapWork, writePart: WritePart) =>
  (mapId: string, version: number | undefined, change: PartWrite, call: Caller) => {
    const { account, user } = call.actor
    const target = { accountId: account.id, id: mapId, version }
    return costly(call, ({ signal }) => writePart(target, change, { userId: user.id, now: call.now }, signal))
  }

/** Sections and elements are written into the draft of their map, never into an edition. */
export const partWriteRoutes = (app: App, { db }: Platform, work: MapWork, writePart: WritePart): void => {
  const write = writerOf(work, writePart)

  const sectionAfter = async (written: { readonly uuid: string } | Refusal, accountId: string) => {
    if (isRefusal(written)) return written
    const row = await sectionRow(db, accountId, written.uuid)
    return row ? { data: viewSection(row) } : refuse('not_found')
  }

  const elementAfter = async (written: { readonly uuid: string } | Refusal, accountId: string) => {
    if (isRefusal(written)) return written
    const row = await elementRow(db, accountId, written.uuid)
    return row ? { data: viewElement(row) } : refuse('not_found')
  }

  route(app, contract.createMapSection, async ({ body, ...call }) => {
    const { venues_map_uuid: mapId, version, ...fields } = body
    return sectionAfter(await write(mapId, version, { kind: 'add_section', fields }, call), call.actor.account.id)
  })

  route(app, contract.updateMapSection, async ({ params, body, ...call }) => {
    const { id: accountId } = call.actor.account
    const row = await sectionRow(db, accountId, params.uuid)
    if (!row) return refuse('not_found')
    const { version, ...fields } = body
    const change = { kind: 'update_section', uuid: row.id, fields } as const
    return sectionAfter(await write(row.map_id, version, change, call), accountId)
  })

  route(app, contract.deleteMapSection, async ({ params, query, ...call }) => {
    const row = await sectionRow(db, call.actor.account.id, params.uuid)
    if (!row) return refuse('not_found')
    const withPlaces = query.with_places === 'true'
    const change = { kind: 'remove_section', uuid: row.id, withPlaces } as const
    const written = await write(row.map_id, query.version, change, call)
    return isRefusal(written) ? written : { data: { done: true as const, places: written.places } }
  })

  /** The map of a new element. */
  const mapOf = async (
    accountId: string,
    {
      section_uuid: section,
      venues_map_uuid: map,
      kind,
    }: { section_uuid?: string | undefined; venues_map_uuid?: string | undefined; kind: string },
  ): Promise<string | Refusal> => {
    if (section === undefined) {
      if (kind !== 'stage' && kind !== 'text') return refuseField('section_uuid', 'required')
      if (map === undefined) return refuseField('venues_map_uuid', 'required')
      return (await draftState(db, accountId, map)) ? map : refuse('not_found')
    }
    const row = await sectionRow(db, accountId, section)
    if (!row) return refuse('not_found')
    return map === undefined || map === row.map_id ? row.map_id : refuseField('section_uuid', 'unknown_option')
  }

  route(app, contract.createMapElement, async ({ body, lang, ...call }) => {
    const { id: accountId } = call.actor.account
    const mapId = await mapOf(accountId, body)
    if (isRefusal(mapId)) return mapId
    const { venues_map_uuid: _map, section_uuid: section, kind: of, version, ...fields } = body
    const t = translatorFor(lang)
    const names = { category: t('seat-maps:names.category'), stage: t('seat-maps:names.stage') }
    const change = { kind: 'add_element', of, section, fields, names } as const
    return elementAfter(await write(mapId, version, change, call), accountId)
  })

  route(app, contract.updateMapElement, async ({ params, body, ...call }) => {
    const { id: accountId } = call.actor.account
    const row = await elementRow(db, accountId, params.uuid)
    if (!row) return refuse('not_found')
    const { version, section_uuid: _section, kind: _kind, row: _row, ...fields } = body
    const fixed = fixedFields(row, body)
    if (fixed) return fixed
    const change = { kind: 'update_element', key: String(row.settings['key']), fields } as const
    return elementAfter(await write(row.map_id, version, change, call), accountId)
  })

  route(app, contract.deleteMapElement, async ({ params, query, ...call }) => {
    const row = await elementRow(db, call.actor.account.id, params.uuid)
    if (!row) return refuse('not_found')
    const change = { kind: 'remove_element', key: String(row.settings['key']) } as const
    const written = await write(row.map_id, query.version, change, call)
    return isRefusal(written) ? written : { data: { done: true as const } }
  })
}
