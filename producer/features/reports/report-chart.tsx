import type { AccountReport } from '@kartis/contract/reports.ts'
import { placedOrders, soldTickets } from '@kartis/domain/revenue.ts'
import { dayBriefText, dayShortText, moneyText, monthShortText, monthText, numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Row, Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaChart } from '../../shared/area-chart.tsx'
import type { Grouping } from './use-reports.ts'

const MEASURES = ['revenue', 'tickets'] as const
const UNITS = ['day', 'month'] as const

/** Sales over time: revenue or tickets, by day or month. */
export function ReportChart({
  report,
  onGroup,
}: {
  readonly report: AccountReport
  readonly onGroup: (unit: Grouping) => void
}) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]>('revenue')
  const { series, grouped_by: unit } = report
  const isMonths = unit === 'month'
  const nameOf = (day: string): string => (isMonths ? monthText : dayShortText)(`${day}T12:00:00Z`, lang, 'UTC')
  const shortOf = (day: string): string => (isMonths ? monthShortText : dayBriefText)(`${day}T12:00:00Z`, lang, 'UTC')
  const money = (shekels: number): string => moneyText(Math.round(shekels * 100), lang)
  const isMoney = measure === 'revenue'
  return (
    <Card title={t('chart.title')}>
      <Stack>
        <Row wrap apart>
          <ChoicePills
            label={t('chart.measure')}
            quietLabel
            choices={MEASURES.map((value) => ({ value, label: t(`chart.${value}`) }))}
            value={measure}
            onChange={setMeasure}
          />
          <ChoicePills
            label={t('chart.unit')}
            quietLabel
            choices={UNITS.map((value) => ({ value, label: t(`chart.${value}`) }))}
            value={unit}
            onChange={onGroup}
          />
        </Row>
        <AreaChart
          points={series.map((row) => ({
            key: row.day,
            name: nameOf(row.day),
            short: shortOf(row.day),
            value: isMoney ? row.total_amount : soldTickets(row),
            tip: t('chart.tip', {
              name: nameOf(row.day),
              figure: isMoney ? money(row.total_amount) : numberText(soldTickets(row), lang),
            }),
            cells: [
              numberText(soldTickets(row), lang),
              numberText(placedOrders(row), lang),
              money(row.total_amount),
              money(row.refunds_amount),
            ],
          }))}
          scaleText={(value) => numberText(value, lang)}
          label={t('chart.label', { from: nameOf(report.period.from), to: nameOf(report.period.to) })}
          head={[t(`chart.${unit}`), t('tile.tickets'), t('tile.orders'), t('tile.revenue'), t('tile.refunds')]}
        />
      </Stack>
    </Card>
  )
}
