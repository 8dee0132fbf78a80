import type { AccountReport } from '@kartis/contract/reports.ts'
import { dayKey, dayText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Columns, Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MeansSales } from '../../shared/means-sales.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { ReportAccess } from './report-access.tsx'
import { periodQueryOf, type ChosenPeriod, PeriodPicker } from './period-picker.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportEvents } from './report-events.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportFiles } from './report-files.tsx'
import { ReportHalls } from './report-halls.tsx'
import { ReportLedger } from './report-ledger.tsx'
import { ReportTypes } from './report-types.tsx'
import { type Grouping, useReport } from './use-reports.ts'

/** The account's report over all events, by period. */
export function ReportsScreen() {
  return (
    <ReportAccess>
      <Reports />
    </ReportAccess>
  )
}

function Reports() {
  const [chosen, setChosen] = useState<ChosenPeriod>({ preset: 'this_month' })
  const [group, setGroup] = useState<Grouping>()
  const [today] = useState(() => dayKey(new Date()))
  const query = periodQueryOf(chosen, today)
  const report = useReport(query, group)
  const choose = (next: ChosenPeriod) => {
    setChosen(next)
    setGroup(undefined)
  }
  const shown = report.data?.period ?? { from: query.from ?? today, to: query.to ?? today }
  return (
    <Page>
      <PageHead />
      <Stack gap="wide">
        <Stack>
          <PeriodPicker chosen={chosen} shown={shown} onChoose={choose} />
          {report.data && <Shown report={report.data} />}
        </Stack>
        <WhenLoaded query={report} skeleton={<CardSkeleton count={3} />}>
          {(report) => <ReportContent report={report} onGroup={setGroup} onAll={() => choose({ preset: 'all' })} />}
        </WhenLoaded>
      </Stack>
    </Page>
  )
}

/** The shown period and the one it is compared with. */
function Shown({ report }: { readonly report: AccountReport }) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const ends = ({ from, to }: AccountReport['period']) => ({
    from: dayText(`${from}T12:00:00Z`, lang, 'UTC'),
    to: dayText(`${to}T12:00:00Z`, lang, 'UTC'),
  })
  return (
    <Soft small role="status">
      <Pieces
        pieces={[t('period.shown', ends(report.period)), report.previous && t('period.against', ends(report.previous))]}
      />
    </Soft>
  )
}

function ReportContent({
  report,
  onGroup,
  onAll,
}: {
  readonly report: AccountReport
  readonly onGroup: (unit: Grouping) => void
  readonly onAll: () => void
}) {
  const { t } = useTranslation('reports')
  const { sales, settlement, period } = report
  const isEmpty = sales.current.orders === 0 && sales.current.total_amount === 0 && settlement.current.events === 0
  const files = <ReportFiles period={period} />
  if (isEmpty)
    return (
      <Stack gap="wide">
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            report.previous && (
              <Button look="line" onClick={onAll}>
                {t('empty.all')}
              </Button>
            )
          }
        />
        {files}
      </Stack>
    )
  return (
    <>
      <ReportFigures report={report} />
      <ReportChart report={report} onGroup={onGroup} />
      <ReportEvents key={`${period.from} ${period.to}`} period={period} />
      <ReportHalls />
      <Columns
        even
        aside={
          <>
            {files}
            <Card title={t('about.title')}>
              <Stack>
                <Soft small>{t('about.sales')}</Soft>
                <Soft small>{t('about.settlement')}</Soft>
              </Stack>
            </Card>
          </>
        }
      >
        <ReportLedger settlement={settlement.current} />
        <MeansSales means={settlement.current.by_means} revenue={settlement.current.orders.total_amount} />
        {report.ticket_types.length > 0 && <ReportTypes report={report} />}
      </Columns>
    </>
  )
}
