import type { Event } from '@kartis/contract/events.ts'
import { dayShortText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

/** `לילה לבן בנמל · 17 בדצמבר`; its line is kept while the event is on its way. */
export const eventEyebrow = (event: Event | undefined, lang: Lang): string | readonly string[] =>
  event ? [event.name, dayShortText(event.starts_at, lang, event.timezone)] : '\u00a0'
