import {
  exportSeatReport,
  listSeatReport,
  SEAT_REPORT_PARTS,
  type SeatReportRow,
} from '@kartis/contract/seat-report.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Row, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../api.ts'
import { ExportButton } from '../export-button.tsx'
import { WhenLoaded } from '../when-loaded.tsx'
import style from './report-card.module.css'

type Part = (typeof SEAT_REPORT_PARTS)[number]
/** Halls have fewer sections; a stadium turns the page. */
const PER_PAGE = 100
/** A stadium has dozens of blocks: these first, all of them where somebody asks for them. */
const FIRST_PARTS = 12
/** The map beside it follows every few seconds. */
const REFRESH_MS = 15_000

interface ReportCardProps {
  readonly event: string
  /** The choice of the event, where there are several. */
  readonly choice?: ReactNode
}

/** What was sold of each section, five rows or category, with its sum; the same list as a spreadsheet. */
export function ReportCard({ event, choice }: ReportCardProps) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const [by, setBy] = useState<Part>('section')
  const [isWhole, setWhole] = useState(false)
  const [turned, setTurned] = useState({ event, page: 1 })
  // Another event begins with its first page.
  const page = turned.event === event ? turned.page : 1
  const setPage = (next: number) => setTurned({ event, page: next })
  const params = { uuid: event }
  const report = useQuery({
    queryKey: ['event', event, 'seat-report', by, page],
    queryFn: () => api(listSeatReport, { params, query: { filter: { by }, page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  return (
    <Card title={t('report.title')}>
      <Stack>
        {choice}
        <Soft small>{t('report.text')}</Soft>
        <Row wrap apart>
          <ChoicePills
            label={t('report.by')}
            quietLabel
            choices={SEAT_REPORT_PARTS.map((value) => ({ value, label: t(`report.${value}`) }))}
            value={by}
            onChange={(next) => {
              setBy(next)
              setPage(1)
            }}
          />
          <ExportButton
            read={() => apiFile(exportSeatReport, { params, query: { filter: { by } } })}
            name={t('report.file')}
          >
            {t('report.export')}
          </ExportButton>
        </Row>
        <WhenLoaded query={report}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <Soft>{t('report.empty')}</Soft>
            ) : (
              <>
                <ul className={style.report}>
                  {(isWhole ? data : data.slice(0, FIRST_PARTS)).map((row) => (
                    <Part key={`${row.kind} ${row.name} ${row.rows?.first ?? ''}`} row={row} />
                  ))}
                  {meta.last_page === 1 && data.length > 1 && <Part row={sumOf(data, t('report.all'))} />}
                </ul>
                {!isWhole && data.length > FIRST_PARTS && (
                  <Button look="line" onClick={() => setWhole(true)}>
                    {t('report.show_all', { figure: numberText(data.length, lang) })}
                  </Button>
                )}
                <Pagination page={page} lastPage={meta.last_page} onPage={setPage} />
              </>
            )
          }
        </WhenLoaded>
      </Stack>
    </Card>
  )
}

/** Shown where there are any. */
const FURTHER = ['invited', 'held', 'free', 'house', 'invitations', 'box_office', 'blocked'] as const
const COUNTS = ['total', 'sold', 'allotted', ...FURTHER] as const

const sumOf = (rows: readonly SeatReportRow[], name: string): SeatReportRow => {
  const counted = Object.fromEntries(
    COUNTS.map((count) => [count, rows.reduce((sum, row) => sum + row[count], 0)]),
  ) as Record<(typeof COUNTS)[number], number>
  const agorot = rows.reduce((sum, row) => sum + toAgorot(row.sum_total_amount), 0)
  return { name, kind: 'seats', rows: null, ...counted, sum_total_amount: toShekels(agorot) }
}

function Part({ row }: { readonly row: SeatReportRow }) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const { first, last } = row.rows ?? {}
  const name =
    first === undefined
      ? row.name
      : t(first === last ? 'report.row_of' : 'report.rows_of', { name: row.name, first, last })
  const taken = row.sold + row.invited
  const number = (value: number) => numberText(value, lang)
  return (
    <li>
      <span>
        <b>
          <UserText>{name}</UserText>
        </b>
        <b>
          <Money shekels={row.sum_total_amount} />
        </b>
      </span>
      <Meter value={taken} of={row.total} label={`${name}: ${t('report.occupancy')}`} />
      <span>
        <span className={style.facts}>
          <Pieces
            pieces={[
              `${t('report.sold')} ${t('now.of', { sold: number(row.sold), total: number(row.total) })}`,
              ...FURTHER.map((name) => row[name] > 0 && `${t(`report.${name}`)} ${number(row[name])}`),
            ]}
          />
        </span>
        <span className={style.facts}>{percentText(wholePercent(taken, row.total), lang, 0)}</span>
      </span>
    </li>
  )
}
