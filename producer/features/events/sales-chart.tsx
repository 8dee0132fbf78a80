import { dayShortText, dayTile, moneyText, numberText } from '@kartis/i18n/format.ts'
import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { AreaChart } from '../../shared/area-chart.tsx'
import { everyDay } from './sales-curve.ts'

const at = (day: string): string => `${day}T12:00:00Z`

export interface SalesChartProps {
  readonly days: EventStatistics['by_day']
  /** The last day shown: today, or the event's day once it is over. */
  readonly last: string
  /** `2026-12-17`, in the event's zone. */
  readonly today: string
}

/** Sold tickets by day. */
export function SalesChart({ days: sales, last, today }: SalesChartProps) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const days = everyDay(sales, last)
  const [first] = days
  const final = days.at(-1)
  if (first === undefined || final === undefined) return <Soft>{t('chart.empty')}</Soft>

  const nameOf = (day: string): string => (day === today ? t('chart.today') : dayShortText(at(day), lang, 'UTC'))
  const shortOf = (day: string): string => {
    if (day === today) return t('chart.today')
    const { day: number, month } = dayTile(at(day), lang, 'UTC')
    return `${number} ${month}`
  }

  return (
    <AreaChart
      points={days.map((item) => ({
        key: item.day,
        name: nameOf(item.day),
        short: shortOf(item.day),
        value: item.tickets,
        tip: t('chart.tip', { count: item.tickets, day: nameOf(item.day) }),
        cells: [numberText(item.tickets, lang), moneyText(Math.round(item.sum_total_amount * 100), lang)],
      }))}
      scaleText={(value) => numberText(value, lang)}
      label={t('chart.label', { from: nameOf(first.day), to: nameOf(final.day) })}
      head={[t('chart.day'), t('chart.tickets'), t('chart.sum')]}
    />
  )
}
