import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import style from './check-in-counters.module.css'

interface CheckInCountersProps {
  readonly figures: Pick<ScanStatistics, 'total_scanned' | 'total_unscanned' | 'total_tickets'>
  readonly texts: {
    readonly scanned: string
    readonly unscanned: string
    readonly total: string
    readonly meter: string
    /** Accessible name of the three counters. */
    readonly label?: string
  }
}

/** Longer texts of the counters are shown smaller: `99,999`. */
const SHORT_CHARS = 6

/** Admitted, expected and total tickets, with a progress meter. */
export function CheckInCounters({ figures, texts }: CheckInCountersProps) {
  const lang = useLang()
  const { total_scanned: scanned, total_unscanned: unscanned, total_tickets: total } = figures
  const counters = [
    ['scanned', numberText(scanned, lang)],
    ['unscanned', numberText(unscanned, lang)],
    ['total', numberText(total, lang)],
  ] as const
  const isLong = counters.some(([, text]) => text.length > SHORT_CHARS)
  return (
    <>
      <dl className={style.counters} data-long={isLong || undefined} aria-label={texts.label}>
        {counters.map(([name, text]) => (
          <div key={name} data-name={name}>
            <dt>{texts[name]}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Meter value={scanned} of={total} label={texts.meter} />
    </>
  )
}
