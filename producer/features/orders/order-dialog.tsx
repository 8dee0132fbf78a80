import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { BuyerForm } from './buyer-form.tsx'
import { CancelForm } from './cancel-form.tsx'
import { OrderDetails } from './order-details.tsx'
import { useOrder } from './use-orders.ts'

/** The open order and the shown step. */
export interface OrderView {
  readonly uuid: string
  readonly number: string
  readonly step: 'order' | 'cancel' | 'buyer'
}

const TITLES = { order: 'order.title', cancel: 'cancelling.title', buyer: 'buyer.title' } as const

/** One order in a dialog: details, cancellation or buyer form. */
export function OrderDialog({
  view,
  onView,
}: {
  readonly view: OrderView | undefined
  readonly onView: (view: OrderView | undefined) => void
}) {
  const { t } = useTranslation('orders')
  const [isBusy, setIsBusy] = useState(false)
  const number = view?.number ?? ''
  return (
    <Dialog
      open={view !== undefined}
      onClose={() => onView(undefined)}
      locked={isBusy}
      wide
      title={t(TITLES[view?.step ?? 'order'], { number })}
    >
      {view && <OneOrder view={view} onView={onView} onBusy={setIsBusy} />}
    </Dialog>
  )
}

function OneOrder({
  view,
  onView,
  onBusy,
}: {
  readonly view: OrderView
  readonly onView: (view: OrderView | undefined) => void
  readonly onBusy: (isBusy: boolean) => void
}) {
  const order = useOrder(view.uuid)
  return (
    <WhenLoaded query={order}>
      {(order) =>
        view.step === 'cancel' ? (
          <CancelForm order={order} onBusy={onBusy} onBack={() => onView({ ...view, step: 'order' })} />
        ) : view.step === 'buyer' ? (
          <BuyerForm order={order} onBack={() => onView({ ...view, step: 'order' })} />
        ) : (
          <OrderDetails
            order={order}
            onCancel={() => onView({ ...view, step: 'cancel' })}
            onEdit={() => onView({ ...view, step: 'buyer' })}
          />
        )
      }
    </WhenLoaded>
  )
}
