import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { download, sendDownload } from '../../../platform/http/download.ts'
import { sendRefusal } from '../../../platform/http/error-handler.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import type { App } from '../../../platform/http/route.ts'
import { isSigned } from '../../../platform/security/signed-link.ts'
import { isPublic } from './attachment-view.ts'
import { attachmentById, type AttachmentRow } from './attachments-queries.ts'
import { cleanName } from './file-kind.ts'
import { type Format, formatFor, type Variants, type Width, widthFor } from './variants.ts'

interface Input {
  readonly width: Width | undefined
  readonly format: Format
}

type Query = Readonly<Record<string, unknown>>

const FOREVER = 'public, max-age=31536000, immutable'

/** A document that a browser opens all the same runs nothing, loads nothing and has no origin. */
const DOCUMENT_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** A changed image gets a new uuid, so the content of a URL never changes. */
const etagOf = (id: string, { width, format }: Input): string => (width ? `"${id}-${width}-${format}"` : `"${id}"`)

const inputOf = ({ w }: Query, accept: string | undefined): Input | Refusal => {
  if (w === undefined) return { width: undefined, format: 'jpeg' }
  const requestedWidth = Number(w)
  if (!Number.isInteger(requestedWidth) || requestedWidth < 1 || requestedWidth > 10_000)
    return refuseField('w', 'invalid')
  return { width: widthFor(requestedWidth), format: formatFor(accept) }
}

const sendImage = async (
  platform: Platform,
  variants: Variants,
  reply: FastifyReply,
  row: AttachmentRow,
  { width, format }: Input,
): Promise<FastifyReply | Refusal> => {
  const bytes = width ? await variants.of(row, width, format) : await platform.files.get(row.file_key)
  if (!bytes) return refuse('not_found')
  return reply
    .header('cache-control', FOREVER)
    .header('etag', etagOf(row.id, { width, format }))
    .type(`image/${format}`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const sendDocument = async (
  platform: Platform,
  reply: FastifyReply,
  row: AttachmentRow,
  query: Query,
): Promise<FastifyReply | Refusal> => {
  if (!isSigned(platform.keys, row.id, query, platform.clock())) return refuse('not_found')
  const bytes = await platform.files.get(row.file_key)
  void reply.header('content-security-policy', DOCUMENT_POLICY)
  return bytes
    ? sendDownload(reply, download({ type: row.content_type, name: cleanName(row.name, row.content_type) }, bytes))
    : refuse('not_found')
}

/** `GET /files/{uuid}`: pictures of events and seat maps for everyone (`?w=` for a smaller one), private documents by signed URL. */
export const fileRoutes = (app: App, platform: Platform, variants: Variants): void => {
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | Refusal> => {
    const { uuid } = request.params as { uuid: string }
    const query = (request.query ?? {}) as Query
    const row = isUuid(uuid) ? await attachmentById(platform.db, uuid) : undefined
    if (!row) return refuse('not_found')
    if (!isPublic(row)) return sendDocument(platform, reply, row, query)
    const input = inputOf(query, request.headers.accept)
    if ('refusal' in input) return input
    if (input.width) void reply.header('vary', 'Accept')
    if (request.headers['if-none-match'] === etagOf(row.id, input))
      return reply.code(304).header('cache-control', FOREVER).header('etag', etagOf(row.id, input)).send()
    return sendImage(platform, variants, reply, row, input)
  }

  app.get('/files/:uuid', async (request, reply) => {
    const answer = await serve(request, reply)
    return isRefusal(answer) ? sendRefusal(request, reply, answer) : reply
  })
}
