import { z } from 'zod'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'

export const eventImageSlot = z.enum(['banner_event', 'banner_card', 'banner_square'])
export const attachment = z
  .object({
    uuid,
    slot: z.string(),
    name: z.string(),
    content_type: z.string(),
    bytes: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** Where to fetch it. Images: add `?w=` for a smaller width; the format follows the Accept header. */
    url: z.string(),
    /** Two main colours of an image, for the background behind it. */
    colors: z.array(z.string()).nullable(),
    created_at: instant,
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof attachment>

/** What a file belongs to. */
const ownerType = z.enum(['account', 'event', 'order', 'seat_map', 'seat_map_element', 'venue'])

const owned = attachment.extend({ owner: z.object({ type: ownerType, uuid }) }).meta({ id: 'OwnedAttachment' })
export type OwnedAttachment = z.infer<typeof owned>

export const listAttachments = endpoint({
  method: 'GET',
  path: '/v1/attachments',
  access: { permission: 'file.list' },
  tag: 'attachments',
  summary:
    'Files of the workspace: its own, those of its events, venues and seat maps, and those that answer its forms.',
  query: listQuery({
    with: ['owner'],
    append: ['url'],
    sort: ['created_at'],
    filter: { owner_type: ownerType.optional(), owner_uuid: uuid.optional() },
  }),
  reply: page(owned),
})

export const exportAttachments = exportOf(listAttachments)
export const attachmentStatusCases = statusCasesAt('/v1/attachments/status_cases', 'attachments')

export const showAttachment = endpoint({
  method: 'GET',
  path: '/v1/attachments/:uuid',
  access: { permission: 'file.list' },
  tag: 'attachments',
  summary: 'One file; `url` gives its bytes.',
  params: byUuid,
  query: showQuery({ with: ['owner'], append: ['url'] }),
  reply: data(owned),
})

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/v1/attachments/:uuid',
  access: { permission: 'file.delete' },
  tag: 'attachments',
  summary: 'Delete an image of an event, or a file of a venue or of an element of a seat map; other files stay.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['conflict'],
})

/** Why an upload may be refused, whatever it is for. */
export const UPLOAD_REFUSALS = ['payload_too_large', 'unsupported_media_type', 'file_infected', 'overloaded'] as const
