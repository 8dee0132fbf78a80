import type { Event } from '@kartis/contract/events.ts'
import { dayShortText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

/** `לילה לבן בנמל · 17 בדצמבר`; a non-breaking space reserves the line while the event loads. */
export const eventEyebrow = (event: Event | undefined, lang: Lang): string | readonly string[] =>
  event ? [event.name, dayShortText(event.starts_at, lang, event.timezone)] : '\u00a0'
