import type { CardsOfStatement } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { SumTable, type SumTableRow } from '../../shared/sum-table.tsx'
import style from './money.module.css'

const sumOf = (cards: readonly CardsOfStatement[], of: 'sales_amount' | 'fee_amount'): number =>
  toShekels(cards.reduce((sum, row) => sum + toAgorot(row[of]), 0))

const figures = (cards: readonly CardsOfStatement[]) => ({
  sales: <Money key="sales" shekels={sumOf(cards, 'sales_amount')} ledger />,
  fee: <Money key="fee" shekels={0 - sumOf(cards, 'fee_amount') || 0} ledger />,
})

/** Card sales of a statement by event and kind of card, with the rate and the fee of each. */
export function CardsCard({ cards }: { readonly cards: readonly CardsOfStatement[] }) {
  const { t } = useTranslation(['statements', 'states'])
  const lang = useLang()
  if (cards.length === 0) return null
  const events = [...new Set(cards.map(({ event_uuid: event }) => event))]
  const rows = events.flatMap((event): SumTableRow[] => {
    const own = cards.filter(({ event_uuid: of }) => of === event)
    const { sales, fee } = figures(own)
    const name = (
      <PathLink path={`/events/${event}/summery`} className={style.name}>
        <UserText>{own[0]?.event_name}</UserText>
      </PathLink>
    )
    return [
      { key: event, strong: true, cells: [name, sales, '', fee] },
      ...own.map((row) => {
        const of = figures([row])
        return {
          key: `${event} ${row.bucket}`,
          part: true,
          cells: [t(`states:bucket.${row.bucket}`), of.sales, percentText(row.fee_percent, lang, 2), of.fee],
        }
      }),
    ]
  })
  const total = figures(cards)
  return (
    <Card title={t('statements:cards.title')}>
      <Stack>
        <SumTable
          columns={[
            t('statements:cards.event'),
            t('statements:cards.sales_figure'),
            t('statements:cards.rate'),
            t('statements:cards.fee_figure'),
          ]}
          rows={rows}
          total={[t('statements:cards.total'), total.sales, '', total.fee]}
        />
        <Soft small>{t('statements:cards.note')}</Soft>
      </Stack>
    </Card>
  )
}
