import { HoldStrip, type MoreTime } from '../../shared/hold-strip.tsx'
import { usePageContext } from '../../shared/page-context.tsx'

interface Props {
  readonly seconds: number
  readonly more: MoreTime | undefined
}

/** The strip of the checkout: a screen reader hears the time once a minute, and in the last half of the last one. */
export const CheckoutHoldStrip = ({ seconds, more }: Props) => {
  const { t } = usePageContext()
  const left =
    seconds <= 30 ? t('checkout.hold.seconds') : t('checkout.hold.minutes', { count: Math.ceil(seconds / 60) })
  return (
    <HoldStrip
      seconds={seconds}
      texts={{ held: t('checkout.hold.kept'), late: t('checkout.hold.late'), ended: t('checkout.hold.checking') }}
      announced={seconds > 0 ? left : ''}
      more={more}
    />
  )
}
