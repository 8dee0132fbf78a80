import {
  agoText,
  dayLongText,
  dayShortText,
  dayText,
  momentLongText,
  momentShortText,
  momentText,
  timeText,
} from '@kartis/i18n/format.ts'
import { useLang } from '../use-lang.ts'

const STYLES = {
  day: dayText,
  dayLong: dayLongText,
  dayShort: dayShortText,
  time: timeText,
  moment: momentText,
  momentShort: momentShortText,
  momentLong: momentLongText,
}

export interface DateTextProps {
  /** ISO 8601. */
  readonly at: string
  /** day 17 בדצמבר 2026 · dayLong with the weekday · dayShort without the year · time 21:00 · moment day and time · momentShort · momentLong */
  readonly style?: keyof typeof STYLES
  readonly zone?: string
}

/** A point in time in the event's zone and the reader's language. */
export function DateText({ at, style = 'day', zone }: DateTextProps) {
  const lang = useLang()
  return <time dateTime={at}>{STYLES[style](at, lang, zone)}</time>
}

/** `לפני 6 דקות`, with the full moment on hover. */
export function Ago({ at, now }: { readonly at: string; readonly now: Date }) {
  const lang = useLang()
  return (
    <time dateTime={at} title={momentText(at, lang)}>
      {agoText(at, now, lang)}
    </time>
  )
}
