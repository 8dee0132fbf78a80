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

/** Admitted, expected and total tickets, with a progress meter. */
export function CheckInCounters({ figures, texts }: CheckInCountersProps) {
  const lang = useLang()
  const { total_scanned: scanned, total_unscanned: unscanned, total_tickets: total } = figures
  const counters = [
    ['scanned', scanned],
    ['unscanned', unscanned],
    ['total', total],
  ] as const
  return (
    <>
      <dl className={style.counters} aria-label={texts.label}>
        {counters.map(([name, value]) => (
          <div key={name} data-name={name}>
            <dt>{texts[name]}</dt>
            <dd>{numberText(value, lang)}</dd>
          </div>
        ))}
      </dl>
      <Meter value={scanned} of={total} label={texts.meter} />
    </>
  )
}
