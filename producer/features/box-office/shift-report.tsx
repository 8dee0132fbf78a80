import type { Shift, ShiftReport as Report } from '@kartis/contract/registers.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './box-office.module.css'
import { PrintPortal } from './print-portal.tsx'

/** The X or Z report on the screen and on 80 mm paper. */
export function ShiftReport({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('box-office')
  if (!shift.report) return null
  const content = <ReportContent shift={shift} report={shift.report} />
  return (
    <Stack>
      {content}
      <Button look="soft" icon={<IconPrinter size={20} stroke={1.75} aria-hidden />} onClick={() => window.print()}>
        {t('shift.print')}
      </Button>
      <PrintPortal>{content}</PrintPortal>
    </Stack>
  )
}

function ReportContent({ shift, report }: { readonly shift: Shift; readonly report: Report }) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  // Whoever was refunded has no valid ticket any more: the list by type is that much shorter.
  const cancelled = report.tickets_count - report.types.reduce((sum, { count }) => sum + count, 0)
  const stamp = (at: string, who: string | null) => ({ when: momentShortText(at, lang), who: who ?? '' })
  return (
    <div className={style.report}>
      <p>
        <b>
          {t(`shift.${report.kind}`)} · {t('shift.number', { number: shift.number })}
        </b>
        <br />
        <UserText>{shift.device.branch}</UserText> · <UserText>{shift.device.label}</UserText>
        <br />
        {t('shift.from', stamp(shift.opened_at, shift.opened_by))}
        {shift.closed_at && (
          <>
            <br />
            {t('shift.to', stamp(shift.closed_at, shift.closed_by))}
          </>
        )}
      </p>
      <Methods report={report} />
      <dl>
        <Line label={t('shift.tickets')} value={report.tickets_count} />
        {cancelled > 0 && <Line label={t('shift.cancelled')} value={cancelled} />}
        {report.free_count > 0 && <Line label={t('shift.free_sales')} value={report.free_count} />}
        <Line label={t('shift.opening')} value={<Money shekels={report.opening_cash} ledger />} />
        <Line strong label={t('shift.expected')} value={<Money shekels={report.expected_cash} ledger />} />
        {report.counted_cash !== null && (
          <Line label={t('shift.counted')} value={<Money shekels={report.counted_cash} ledger />} />
        )}
        {report.difference !== null && (
          <Line strong label={t('shift.difference')} value={<Money shekels={report.difference} ledger />} />
        )}
      </dl>
      {report.types.length > 0 && <Types report={report} />}
      {shift.note !== '' && <p dir="auto">{shift.note}</p>}
    </div>
  )
}

function Line({
  label,
  value,
  strong = false,
}: {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly strong?: boolean
}) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Methods({ report }: { readonly report: Report }) {
  const { t } = useTranslation('box-office')
  return report.methods.map((row) => (
    <dl key={row.method}>
      <Line strong label={t(`method.${row.method}`)} value="" />
      <Line label={`${t('shift.sales')} (${row.sales.count})`} value={<Money shekels={row.sales.total} ledger />} />
      <Line
        label={`${t('shift.refunds')} (${row.refunds.count})`}
        value={<Money shekels={-row.refunds.total || 0} ledger />}
      />
      <Line strong label={t('shift.net')} value={<Money shekels={row.net} ledger />} />
    </dl>
  ))
}

function Types({ report }: { readonly report: Report }) {
  const { t } = useTranslation('box-office')
  return (
    <dl>
      <Line strong label={t('shift.by_type')} value="" />
      {report.types.map((type) => (
        <Line
          key={`${type.event_name} ${type.name}`}
          label={
            <>
              {type.count} × <UserText>{type.name}</UserText> · <UserText>{type.event_name}</UserText>
            </>
          }
          value={<Money shekels={type.total} ledger />}
        />
      ))}
    </dl>
  )
}
