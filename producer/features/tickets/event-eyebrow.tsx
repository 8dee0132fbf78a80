import type { Event } from '@kartis/contract/events.ts'
import { dayShortText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'

/** `לילה לבן בנמל · 17 בדצמבר`; its line is kept while the event is on its way. */
export function EventEyebrow({ event }: { readonly event: Event | undefined }) {
  const lang = useLang()
  if (!event) return '\u00a0'
  return (
    <>
      <bdi>{event.name}</bdi> · <bdi>{dayShortText(event.starts_at, lang, event.timezone)}</bdi>
    </>
  )
}
