import { dayTile } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import style from './day-tile.module.css'

/** Day and month on an event's picture; the full date is in the text beside it. */
export function DayTile({ at, zone }: { readonly at: Date | string; readonly zone: string }) {
  const { day, month } = dayTile(at, useLang(), zone)
  return (
    <span className={style.tile} aria-hidden>
      <b>{day}</b>
      <span>{month}</span>
    </span>
  )
}
