import type { AccountReport } from '@kartis/contract/reports.ts'
import { changePercent, placedOrders, soldTickets, wholePercent } from '@kartis/domain/revenue.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { StatTile, StatTiles } from '@kartis/ui/components/stat-tile.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconArrowBackUp,
  IconBuildingBank,
  IconCash,
  IconReceiptTax,
  IconShoppingBag,
  IconTicket,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './reports.module.css'

/** Nothing is settled in the period: no sum, not a sum of nothing. */
const NONE = '–'
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The period's six figures, revenue first, each compared with the previous period where there is one. */
export function ReportFigures({ report }: { readonly report: AccountReport }) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const { current, previous } = report.sales
  const { current: fees } = report.settlement
  const charged = current.total_amount + current.refunds_amount
  const placed = placedOrders(current)
  return (
    <section aria-label={t('figures')} className={style.lastWide}>
      <StatTiles>
        <StatTile
          hero
          icon={<IconCash {...ICON} />}
          label={t('tile.revenue')}
          figure={<Money shekels={current.total_amount} big />}
          context={<Change now={current.total_amount} before={previous?.total_amount} />}
        />
        <StatTile
          icon={<IconTicket {...ICON} />}
          label={t('tile.tickets')}
          figure={numberText(soldTickets(current), lang)}
          context={<Change now={soldTickets(current)} before={previous ? soldTickets(previous) : undefined} />}
        />
        <StatTile
          icon={<IconShoppingBag {...ICON} />}
          label={t('tile.orders')}
          figure={numberText(placed, lang)}
          context={
            placed > 0
              ? t('context.per_order', { figure: numberText(soldTickets(current) / placed, lang, 1) })
              : t('context.no_orders')
          }
        />
        <StatTile
          icon={<IconArrowBackUp {...ICON} />}
          label={t('tile.refunds')}
          figure={<Money shekels={current.refunds_amount} big />}
          context={
            current.refunds_amount > 0 && charged > 0
              ? t('context.refunds', { percent: percentText(wholePercent(current.refunds_amount, charged), lang, 0) })
              : t('context.no_refunds')
          }
        />
        <StatTile
          icon={<IconReceiptTax {...ICON} />}
          label={t('tile.fees')}
          figure={fees.events > 0 ? <Money shekels={fees.deductions_total} big /> : NONE}
          context={
            fees.events > 0 ? (
              <Pieces
                pieces={[
                  t('context.events', { count: fees.events }),
                  <Interpolated
                    key="vat"
                    text={t('context.vat', { sum: '\u0000' })}
                    fill={<Money shekels={fees.vat} />}
                  />,
                ]}
              />
            ) : (
              t('context.no_events')
            )
          }
        />
        <StatTile
          icon={<IconBuildingBank {...ICON} />}
          label={t('tile.net')}
          figure={fees.events > 0 ? <Money shekels={fees.neto_deposit} big /> : NONE}
          context={fees.events > 0 ? t('context.events', { count: fees.events }) : t('context.no_events')}
        />
      </StatTiles>
      {fees.events > 0 && <Soft small>{t('context.bases')}</Soft>}
    </section>
  )
}

/** A translated sentence with a node in place of its NUL placeholder. */
function Interpolated({ text, fill }: { readonly text: string; readonly fill: ReactNode }) {
  const [before, after] = text.split('\u0000')
  return (
    <>
      {before}
      {fill}
      {after}
    </>
  )
}

/** The change of a figure against the previous period. */
function Change({ now, before }: { readonly now: number; readonly before: number | undefined }) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  if (before === undefined || before <= 0) return t('change.first')
  const points = changePercent(now, before)
  const percent = percentText(Math.abs(points), lang, 0)
  if (points === 0) return t('change.same')
  return (
    <span className={points > 0 ? style.up : style.down}>
      {t(points > 0 ? 'change.up' : 'change.down', { percent })}
    </span>
  )
}
