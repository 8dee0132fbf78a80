import { layersSettled, openLayer } from '@kartis/ui/components/back-closes.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { BuyerForm } from './buyer-form.tsx'
import { CancelForm } from './cancel-form.tsx'
import { OrderDetails } from './order-details.tsx'
import { useOrder } from './use-orders.ts'

export type OrderStep = 'order' | 'cancel' | 'buyer'

const TITLES = { order: 'order.title', cancel: 'cancelling.title', buyer: 'buyer.title' } as const

interface OrderDialogProps {
  /** The order that the address names; undefined: none is open. */
  readonly uuid: string | undefined
  /** The step that it opens with. */
  readonly start: OrderStep
  readonly onClose: () => void
}

/** One order in a dialog: details, cancellation or buyer form. */
export function OrderDialog({ uuid, start, onClose }: OrderDialogProps) {
  const { t } = useTranslation('orders')
  const [isBusy, setIsBusy] = useState(false)
  const [step, setStep] = useState(start)
  const [shown, setShown] = useState(uuid)
  if (shown !== uuid) {
    setShown(uuid)
    setStep(start)
    setIsBusy(false)
  }
  /** The form stands on an entry of its own, so that Back returns from it to the order. */
  const isFurther = uuid !== undefined && step !== start
  const goBack = useEffectEvent((): boolean => {
    if (!isBusy) setStep(start)
    return !isBusy
  })
  useEffect(() => (isFurther ? openLayer({ close: () => goBack() }) : undefined), [isFurther])
  const close = async () => {
    // The address is left by a step back, which would only take the entry of the form away.
    if (isFurther) {
      flushSync(() => setStep(start))
      await layersSettled()
    }
    onClose()
  }
  useBlocker({ disabled: !isBusy, enableBeforeUnload: false, shouldBlockFn: () => true })
  const order = useOrder(uuid)
  const number = order.data?.number
  return (
    <Dialog
      open={uuid !== undefined}
      onClose={() => void close()}
      locked={isBusy}
      wide
      inAddress
      title={number === undefined ? t('order.title_plain') : t(TITLES[step], { number })}
    >
      <WhenLoaded query={order}>
        {(order) =>
          step === 'cancel' && order.can.cancel ? (
            <CancelForm order={order} onBusy={setIsBusy} onBack={() => setStep('order')} />
          ) : step === 'buyer' && order.can.edit ? (
            <BuyerForm order={order} onBack={() => setStep('order')} />
          ) : (
            <OrderDetails order={order} onCancel={() => setStep('cancel')} onEdit={() => setStep('buyer')} />
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}
