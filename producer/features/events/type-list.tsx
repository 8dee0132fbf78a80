import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { SALE_STATES } from '../../shared/event-state.ts'
import { ButtonLink } from '../../shared/links.tsx'
import style from './type-list.module.css'

/** Sale states without a chip, because they are the usual ones. */
const USUAL_STATES: ReadonlySet<TicketType['sale_state']> = new Set(['on_sale', 'not_for_sale'])

/** Sales of each ticket type. */
export function TypeList({
  uuid,
  types,
  figures,
  editable,
}: {
  readonly uuid: string
  readonly types: readonly TicketType[]
  readonly figures: EventStatistics | undefined
  readonly editable: boolean
}) {
  const { t } = useTranslation('event')
  const manage = editable && types.length > 0 && (
    <ButtonLink to="/events/$uuid/tickets" params={{ uuid }} look="bare">
      {t('types.manage')}
    </ButtonLink>
  )
  return (
    <Card title={t('types.title')} action={manage || undefined}>
      {types.length === 0 ? (
        <Stack>
          <Soft>{t('types.empty')}</Soft>
          {editable && (
            <div>
              <ButtonLink to="/events/$uuid/tickets/create" params={{ uuid }} look="soft">
                {t('types.add')}
              </ButtonLink>
            </div>
          )}
        </Stack>
      ) : (
        <ul className={style.types}>
          {types.map((type) => (
            <TypeRow
              key={type.uuid}
              type={type}
              figures={figures?.by_ticket_type.find(({ uuid: of }) => of === type.uuid)}
            />
          ))}
          {figures && figures.orders.retained_amount > 0 && (
            <li>
              <span className={style.name}>{t('types.retained')}</span>
              <Money shekels={figures.orders.retained_amount} />
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

function TypeRow({
  type,
  figures,
}: {
  readonly type: TicketType
  readonly figures: EventStatistics['by_ticket_type'][number] | undefined
}) {
  const { t } = useTranslation(['event', 'states'])
  const lang = useLang()
  const { sum_total_available: total, name } = type
  const invited = figures?.invited ?? 0
  const isForSale = type.type === 'regular'
  /** What was taken of it: a type for invitations is never sold. */
  const taken = isForSale ? type.sold - invited : type.sold
  /** What guests have is not on offer: a type of which nothing is left is sold to the full. */
  const offered = isForSale ? total - invited : total
  const { sale_state: state } = type
  const meter = isForSale
    ? t('event:types.meter', { name, sold: taken, total })
    : t('event:types.meter_taken', { name, taken, total })
  return (
    <li>
      <span className={style.name}>
        <b>
          <UserText>{name}</UserText>
        </b>
        {!USUAL_STATES.has(state) && <Chip state={SALE_STATES[state]}>{t(`states:sale.${state}`)}</Chip>}
      </span>
      <span className={style.figure}>
        <b>{numberText(taken, lang)}</b> {t('event:types.of', { total: numberText(total, lang) })}
      </span>
      <span className={style.soft}>
        {type.buyer_price > 0 ? <Money shekels={type.buyer_price} /> : t('event:types.free')}
        {type.held > 0 && <span> · {t('event:types.held', { count: type.held })}</span>}
        {isForSale && invited > 0 && (
          <span> · {t('event:stats.invited', { count: invited, figure: numberText(invited, lang) })}</span>
        )}
      </span>
      <span className={style.soft}>
        {figures && figures.sum_total_amount > 0 && (
          <>
            <Money shekels={figures.sum_total_amount} /> ·{' '}
          </>
        )}
        {percentText(wholePercent(taken, offered), lang, 0)}
      </span>
      <span className={style.meter}>
        <Meter value={taken} of={offered} label={meter} />
      </span>
    </li>
  )
}
