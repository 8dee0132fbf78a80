import type { Keys } from '../../../platform/security/keys.ts'
import { sameText } from '../../../platform/security/keys.ts'
import type { EventRow } from './events-queries.ts'

const PURPOSE = 'event_preview'

/** The token of an event's preview link: a keyed hash, so that nobody can derive it from the address of the event. */
const tokenOf = (keys: Pick<Keys, 'hmac'>, eventId: string): string => keys.hmac(PURPOSE, eventId)

/** The link that shows a draft to whoever has it. It leads to the sale page once the event is published. */
export const previewUrl = (keys: Pick<Keys, 'hmac'>, publicUrl: string, event: Pick<EventRow, 'id' | 'slug'>): string =>
  `${publicUrl}/order/${event.slug}?preview=${tokenOf(keys, event.id)}`

/** Whether a token opens the preview of an event. Only drafts have one. */
export const opensPreview = (
  keys: Pick<Keys, 'hmac'>,
  event: Pick<EventRow, 'id' | 'status'>,
  token: string,
): boolean => event.status === 'draft' && sameText(token, tokenOf(keys, event.id))
