import type { Order } from '@kartis/contract/orders.ts'
import { commaText, momentShortText } from '@kartis/i18n/format.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconBan, IconEye, IconTicket } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { buyerName } from '../../shared/buyer-name.ts'
import { paidMeansText } from '../../shared/paid-means.ts'
import { OrderSum } from '../../shared/order-sum.tsx'
import { PersonRow, RowOnly } from '../../shared/person-row.tsx'
import type { OrderStep } from './order-dialog.tsx'
import { ticketsLeft } from './tickets-left.ts'
import { OrderChip } from '../../shared/order-chip.tsx'
import { boughtAt, isOver } from '../../shared/order-state.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

interface OrderRowProps {
  readonly order: Order
  readonly onView: (uuid: string, step: OrderStep) => void
}

/** One order; the whole row opens it. */
export function OrderRow({ order, onView }: OrderRowProps) {
  const { t } = useTranslation(['orders', 'states'])
  const { t: orderText } = useTranslation('orders')
  const lang = useLang()
  const name = buyerName(order, t)
  const { uuid, number } = order
  const left = ticketsLeft(order)
  const names = (
    <RowOnly>
      {commaText(
        order.items.map((item) => item.name),
        lang,
      )}
    </RowOnly>
  )
  const requested = Boolean(order.cancellation_requested_at) && <Chip state="warn">{t('orders:request.chip')}</Chip>
  const state = order.status !== 'paid' && <OrderChip order={order} />
  return (
    <PersonRow
      name={order.buyer.name ?? ''}
      title={
        <button type="button" onClick={() => onView(uuid, 'order')}>
          <UserText>{name}</UserText>
        </button>
      }
      under={order.buyer.phone && <bdi dir="ltr">{order.buyer.phone}</bdi>}
      end={<OrderSum order={order} big />}
      endUnder={<Pieces pieces={[t('orders:number', { number }), paidMeansText(order, orderText)]} />}
      faded={isOver(order)}
      facts={[
        <>
          <IconTicket size={18} stroke={1.75} aria-hidden />
          {left === order.tickets_count
            ? t('orders:tickets', { count: left })
            : t('orders:tickets_left', { left, all: order.tickets_count })}
        </>,
        names,
        momentShortText(boughtAt(order), lang),
        state,
        requested,
      ]}
      actions={
        <RowOnly>
          <IconButton bare label={`${t('orders:view')} ${number}`} onClick={() => onView(uuid, 'order')}>
            <IconEye {...ICON} />
          </IconButton>
          <IconButton
            bare
            label={`${t('orders:cancel')} ${number}`}
            disabled={!order.can.cancel}
            onClick={() => onView(uuid, 'cancel')}
          >
            <IconBan {...ICON} />
          </IconButton>
        </RowOnly>
      }
    />
  )
}
