import { HoldStrip } from '../../shared/hold-strip.tsx'
import { usePageContext } from '../../shared/page-context.tsx'

/** The strip of the checkout: a screen reader hears the time once a minute. */
export const CheckoutHoldStrip = ({ seconds }: { readonly seconds: number }) => {
  const { t } = usePageContext()
  return (
    <HoldStrip
      seconds={seconds}
      texts={{ held: t('checkout.hold.kept'), late: t('checkout.hold.late'), ended: t('checkout.hold.checking') }}
      announced={seconds > 0 ? t('checkout.hold.minutes', { count: Math.ceil(seconds / 60) }) : ''}
    />
  )
}
