import * as contract from '@kartis/contract/venue-map-drafts.ts'
import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import { LIMITS } from '@kartis/seat-map/model/document.ts'
import type { FastifyRequest } from 'fastify'
import { readUpload } from '../../../people/attachments/index.ts'
import { type App, MULTIPART_OVERHEAD, route } from '../../../../platform/http/route.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { readDraft } from './drafts-queries.ts'
import { editionText } from './editions-queries.ts'
import { exportFile } from './export-file.ts'
import { viewEdition } from './map-view.ts'
import type { MapWork } from './map-work.ts'
import { publishMap } from './publish-map.ts'
import { saveDraft } from './save-draft.ts'
import { currentText, readDocument } from './stored-document.ts'

/** Bytes of a save beside its document. */
const ENVELOPE = 64 * 1024

const isFormat = (format: string | undefined): format is (typeof contract.IMPORT_FORMATS)[number] =>
  contract.IMPORT_FORMATS.some((each) => each === format)

/** The file of an import and the fields beside it. */
const readImport = async (request: FastifyRequest) => {
  const upload = await readUpload(request, contract.MAX_IMPORT_BYTES)
  if (isRefusal(upload)) return upload
  const { format, version } = upload.fields
  if (!isFormat(format)) return refuseField('format', format === undefined ? 'required' : 'unknown_option')
  if (version !== undefined && !/^\d{1,9}$/.test(version)) return refuseField('version', 'not_an_integer')
  return { format, bytes: upload.bytes, version: version === undefined ? undefined : Number(version) }
}

/** Drafts of seat maps and what is made of them: editions, files, checks. */
export const draftRoutes = (app: App, platform: Platform, work: MapWork): void => {
  const { db } = platform
  const { costly } = work

  route(
    app,
    contract.saveMapDraft,
    async ({ params, request, actor, now, reply }) => {
      const { body } = request
      if (body !== undefined && typeof body !== 'string') return refuse('unsupported_media_type')
      const version = await costly({ actor, request, reply }, async (call) => {
        const parsed = await call.tasks.run('saved', body ?? '{}')
        if (isRefusal(parsed)) return parsed
        const target = { accountId: actor.account.id, id: params.uuid, version: parsed.version }
        return saveDraft(db, call, target, parsed.draft, { userId: actor.user.id, now })
      })
      return isRefusal(version) ? version : { data: { version } }
    },
    { bodyLimit: LIMITS.jsonBytes + ENVELOPE, readsBody: true },
  )

  route(app, contract.checkMapDraft, ({ params, actor, request, reply }) =>
    costly({ actor, request, reply }, async ({ tasks }) => {
      const draft = await readDraft(db, actor.account.id, params.uuid)
      if (!draft) return refuse('not_found')
      const checked = await tasks.run('checked', draft.text)
      return isRefusal(checked) ? checked : { data: { version: draft.version, ...checked } }
    }),
  )

  route(app, contract.publishVenueMap, async ({ params, body, actor, now, request, reply }) => {
    const target = { accountId: actor.account.id, id: params.uuid, version: body.version }
    const by = { userId: actor.user.id, now }
    const published = await costly({ actor, request, reply }, (call) => publishMap(platform, call, target, by))
    return isRefusal(published) ? published : { data: published }
  })

  route(app, contract.showMapEdition, async ({ params, actor, reply }) => {
    const row = await editionText(db, actor.account.id, params.uuid, params.edition)
    if (!row) return refuse('not_found')
    const edition = JSON.stringify(viewEdition(row))
    // As the stored text, like a draft.
    const text = `{"data":${edition.slice(0, -1)},"document":${currentText(row.text)}}}`
    return reply.type('application/json; charset=utf-8').send(text)
  })

  route(app, contract.restoreMapEdition, async ({ params, body, actor, now, request, reply }) => {
    const { id: accountId } = actor.account
    const row = await editionText(db, accountId, params.uuid, params.edition)
    if (!row) return refuse('not_found')
    const version = await costly({ actor, request, reply }, async (call) => {
      const draft = await call.tasks.run('restored', row.text)
      const target = { accountId, id: params.uuid, version: body.version }
      return saveDraft(db, call, target, draft, { userId: actor.user.id, now })
    })
    return isRefusal(version) ? version : { data: { version, document: readDocument(row.text) } }
  })

  route(
    app,
    contract.importVenueMap,
    async ({ params, request, actor, now, reply }) => {
      const { id: accountId } = actor.account
      const input = await readImport(request)
      if (isRefusal(input)) return input
      if (!(await readDraft(db, accountId, params.uuid))) return refuse('not_found')
      return costly({ actor, request, reply }, async (call) => {
        const imported = await call.tasks.run('imported', { format: input.format, bytes: input.bytes })
        if (isRefusal(imported)) return imported
        const target = { accountId, id: params.uuid, version: input.version }
        const version = await saveDraft(db, call, target, imported.draft, { userId: actor.user.id, now })
        if (isRefusal(version)) return version
        return { data: { draft: { version, document: readDocument(imported.draft.text) }, notes: imported.notes } }
      })
    },
    { bodyLimit: contract.MAX_IMPORT_BYTES + MULTIPART_OVERHEAD },
  )

  exportRoute(app, platform, work)
}

const exportRoute = (app: App, { db }: Platform, { costly }: MapWork): void => {
  /** The document to export, and the name of its file. */
  const sourceOf = async (accountId: string, id: string, number: number | undefined) => {
    const [draft, edition] = await Promise.all([
      readDraft(db, accountId, id),
      number === undefined ? undefined : editionText(db, accountId, id, number),
    ])
    if (!draft || (number !== undefined && !edition)) return refuse('not_found')
    return { name: draft.name, text: edition?.text ?? draft.text } satisfies Readonly<Record<string, string>> | Refusal
  }

  route(app, contract.exportVenueMap, ({ params, query, actor, request, reply }) =>
    costly({ actor, request, reply }, async ({ tasks }) => {
      const source = await sourceOf(actor.account.id, params.uuid, query.edition)
      return isRefusal(source) ? source : exportFile(tasks, source, query.format)
    }),
  )
}
