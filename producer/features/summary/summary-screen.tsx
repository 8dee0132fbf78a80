import type { EventReport } from '@kartis/contract/event-figures.ts'
import { type Event, showEvent } from '@kartis/contract/events.ts'
import { eventReportPdf, eventReportXlsx } from '@kartis/contract/reports.ts'
import { EVENT } from '@kartis/domain/limits.ts'
import { dayText, momentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Columns, Page, Row, Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { MeansSales } from '../../shared/means-sales.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { CardFees, TypeFees } from './fee-tables.tsx'
import { Ledger } from './ledger.tsx'
import { PayoutHero } from '../../shared/payout-hero.tsx'
import { ReportFacts } from './report-facts.tsx'
import style from './summary.module.css'

const HOUR = 3_600_000

/** The event's payout report, available four hours after its end. */
export function SummaryScreen() {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const uuid = useRouteParam('uuid')
  const query = useQuery({
    queryKey: ['event', uuid, 'report'],
    queryFn: async () => (await api(showEvent, { params: { uuid }, query: { append: ['report'] } })).data,
  })
  const event = query.data
  return (
    <Page>
      <PageHead
        eyebrow={event && [event.name, dayText(event.starts_at, lang, event.timezone)]}
        action={
          event?.summary_available === true && (
            <Button
              look="line"
              className={style.print}
              icon={<IconPrinter size={20} stroke={1.75} aria-hidden />}
              aria-label={t('print')}
              onClick={() => print()}
            >
              <span className={style.wideOnly}>{t('print')}</span>
            </Button>
          )
        }
      />
      <WhenLoaded query={query}>
        {(event) =>
          event.summary_available && event.report ? (
            <Report event={event} report={event.report} />
          ) : (
            <TooEarly event={event} />
          )
        }
      </WhenLoaded>
    </Page>
  )
}

function Report({ event, report }: { readonly event: Event; readonly report: EventReport }) {
  const { t } = useTranslation('summary')
  return (
    <Stack gap="wide">
      <PayoutHero event={event} report={report} />
      <Columns
        aside={
          <>
            <ReportFacts event={event} report={report} />
            <Files event={event} />
            <Note>
              {report.payout.statement
                ? t('note_settled', { number: report.payout.statement.number })
                : t(report.payout.status === 'paid' ? 'note_paid' : 'note')}
            </Note>
          </>
        }
      >
        <Ledger event={event} report={report} />
        <CardFees report={report} />
        <MeansSales
          means={report.totals.by_means}
          revenue={report.totals.orders.total_amount}
          orders={report.totals.orders.count}
        />
        <TypeFees report={report} />
      </Columns>
    </Stack>
  )
}

/** The report as files, for an accountant. */
function Files({ event }: { readonly event: Event }) {
  const { t } = useTranslation('summary')
  const params = { uuid: event.uuid }
  const name = t('file', { name: event.name })
  return (
    <Row wrap className={style.files}>
      <ExportButton read={() => apiFile(eventReportXlsx, { params })} name={name}>
        {t('xlsx')}
      </ExportButton>
      <ExportButton read={() => apiFile(eventReportPdf, { params })} name={name} type="pdf">
        {t('pdf')}
      </ExportButton>
    </Row>
  )
}

/** Before the report opens: refunds and late payments still change the figures. */
function TooEarly({ event }: { readonly event: Event }) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const opens = new Date(new Date(event.ends_at).getTime() + EVENT.summaryHoursAfterEnd * HOUR)
  return (
    <EmptyState
      title={t('early.title')}
      text={t('early.before', { moment: momentText(opens, lang, event.timezone) })}
      action={
        <ButtonLink to="/events/$uuid" params={{ uuid: event.uuid }}>
          {t('early.back')}
        </ButtonLink>
      }
    />
  )
}
