import { z } from 'zod'
import { instant, uuid } from './endpoint.ts'

export const eventImageSlot = z.enum(['banner_event', 'banner_card', 'banner_square'])
export type EventImageSlot = z.infer<typeof eventImageSlot>

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
    /** Two main colours of an image, for the wash behind it. */
    colors: z.array(z.string()).nullable(),
    created_at: instant,
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof attachment>
