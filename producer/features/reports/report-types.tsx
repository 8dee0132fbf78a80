import type { AccountReport } from '@kartis/contract/reports.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/parts/card.tsx'
import { Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { Meter } from '@kartis/ui/parts/meter.tsx'
import { Money } from '@kartis/ui/parts/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './reports.module.css'

interface Line {
  readonly name: string
  readonly count: number
  readonly free: number
  readonly total_amount: number
  readonly events?: number
}

/** Ticket types by name over all events, the most money first. */
export function ReportTypes({ report }: { readonly report: AccountReport }) {
  const { t } = useTranslation('reports')
  const { ticket_types: types, other_ticket_types: other } = report
  const lines: readonly Line[] = other ? [...types, { ...other, name: t('others', { count: other.types }) }] : types
  const all = lines.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={t('types.title')}>
      <Stack>
        <ul className={style.types}>
          {lines.map((line) => (
            <TypeLine key={line.name} line={line} all={all} />
          ))}
        </ul>
        <Soft small>{t('types.note')}</Soft>
      </Stack>
    </Card>
  )
}

function TypeLine({ line, all }: { readonly line: Line; readonly all: number }) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const { name, count, free, events, total_amount: amount } = line
  const percent = percentText(all > 0 ? (count / all) * 100 : 0, lang, 0)
  const facts = [
    t('types.tickets', { count, figure: numberText(count, lang) }),
    ...(free > 0 && free < count ? [t('types.free', { count: free })] : []),
    ...(events !== undefined ? [t('types.in_events', { count: events })] : []),
  ]
  return (
    <li>
      <b>
        <bdi>{name}</bdi>
      </b>
      <b>
        <Money shekels={amount} />
      </b>
      <span>{facts.join(' · ')}</span>
      <span>{percent}</span>
      <span className={style.meter}>
        <Meter value={count} of={all} label={t('types.meter', { name, percent })} />
      </span>
    </li>
  )
}
