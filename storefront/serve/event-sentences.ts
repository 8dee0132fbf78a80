import type { PublicEvent } from '@kartis/contract/public-events.ts'
import { momentLongText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Sentences } from '../state/event-state.ts'
import { translatorFor } from '../state/messages.ts'

/** When the doors open, when it begins and ends, and that it was postponed. */
export const sentencesOf = (event: PublicEvent, lang: Lang): Sentences => {
  const t = translatorFor(lang)
  const at = (when: string) => timeText(when, lang, event.timezone)
  const hours = { start: at(event.starts_at), end: at(event.ends_at) }
  const { doors_at: doors } = event.settings
  return {
    times: doors
      ? t('sale.event.doors_and_start', { ...hours, doors: at(doors) })
      : t('sale.event.start_and_end', hours),
    moved: event.moved_from
      ? t('sale.event.moved', { from: momentLongText(event.moved_from, lang, event.timezone) })
      : '',
  }
}
