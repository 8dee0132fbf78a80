import type { AccountReport } from '@kartis/contract/reports.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './reports.module.css'

const FIRST = 8

interface Line {
  readonly name: string
  readonly count: number
  readonly free: number
  readonly invited: number
  readonly total_amount: number
  readonly events?: number
}

/** Sales by ticket type over all events, highest revenue first. */
export function ReportTypes({ report }: { readonly report: AccountReport }) {
  const { t } = useTranslation('reports')
  const [whole, setWhole] = useState(false)
  const { ticket_types: types, other_ticket_types: other } = report
  const lines: readonly Line[] = other ? [...types, { ...other, name: t('others', { count: other.types }) }] : types
  // The list is sorted by revenue, so its bars and shares are of revenue.
  const all = report.sales.current.total_amount
  // a button is not worth it for two more lines
  const isLong = lines.length > FIRST + 2
  const shown = isLong && !whole ? lines.slice(0, FIRST) : lines
  return (
    <Card title={t('types.title')}>
      <Stack>
        <ul className={style.types}>
          {shown.map((line) => (
            <TypeLine key={line.name} line={line} all={all} />
          ))}
          {report.retained_amount > 0 && (!isLong || whole) && (
            <li>
              <span>{t('retained')}</span>
              <b>
                <Money shekels={report.retained_amount} />
              </b>
            </li>
          )}
        </ul>
        {isLong && (
          <Button look="soft" full aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t('types.fewer') : t('types.whole', { all: lines.length })}
          </Button>
        )}
        <Soft small>{t('types.note')}</Soft>
      </Stack>
    </Card>
  )
}

function TypeLine({ line, all }: { readonly line: Line; readonly all: number }) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const { name, count, free, invited, events, total_amount: amount } = line
  const percent = percentText(wholePercent(amount, all), lang, 0)
  const facts = [
    t('types.tickets', { count, figure: numberText(count, lang) }),
    ...(invited > 0 ? [t('types.invited', { count: invited, figure: numberText(invited, lang) })] : []),
    ...(free > 0 && free < count ? [t('types.free', { count: free })] : []),
    ...(events !== undefined ? [t('types.in_events', { count: events })] : []),
  ]
  return (
    <li>
      <b>
        <UserText>{name}</UserText>
      </b>
      <b>
        <Money shekels={amount} />
      </b>
      <span>
        <Pieces pieces={facts} />
      </span>
      <span>{percent}</span>
      <span className={style.meter}>
        <Meter value={amount} of={all} label={t('types.meter', { name, percent })} />
      </span>
    </li>
  )
}
