import type { PublicEvent } from '@kartis/contract/public-events.ts'
import { dayLongText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { artworkOf } from './labels.ts'
import type { ArtworkView } from './labels.ts'

/** The event as its waiting room shows it. */
export interface WaitView {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly timezone: string
  readonly day: string
  readonly start: string
  readonly artwork: ArtworkView
  readonly organiser: { readonly company: string; readonly number: string }
}

export const waitView = (event: PublicEvent, lang: Lang): WaitView => ({
  uuid: event.uuid,
  slug: event.slug || event.uuid,
  name: event.name,
  timezone: event.timezone,
  day: dayLongText(event.starts_at, lang, event.timezone),
  start: timeText(event.starts_at, lang, event.timezone),
  artwork: artworkOf(event.uuid, event.attachments),
  organiser: { company: event.organiser.vat_name || event.organiser.name, number: event.organiser.vat_number },
})
