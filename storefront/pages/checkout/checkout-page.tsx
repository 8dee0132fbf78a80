import type { Lang } from '@kartis/i18n/lang.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import { pathIn } from '../../shared/embed.ts'
import { Shell } from '../../shared/shell.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import { Buying } from './buying.tsx'
import { Done } from './done.tsx'
import { CheckoutHoldStrip } from './checkout-hold-strip.tsx'
import { OrderClosed } from './order-closed.tsx'
import { PayBar } from './pay-bar.tsx'
import { isBuying } from './stage.ts'
import { useCheckout } from './use-checkout.ts'
import { Waiting } from './waiting.tsx'

interface Props {
  readonly view: CheckoutView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

/** The checkout of one order, at the stage that the server reports. */
export const CheckoutPage = ({ view, onLang }: Props) => {
  const frame = usePageContext()
  const { t, embed } = frame
  const checkout = useCheckout(view)
  const { stage } = checkout
  const buying = isBuying(stage)
  // Numbered seats are chosen on a page of their own, where they can be exchanged.
  const hasSeats = view.order.items.some(({ seat_uuids: seats }) => seats !== undefined)
  const choice = `/order/${view.event.slug}${hasSeats ? '/seats' : ''}`
  return (
    <Shell
      seller={view.event.seller}
      onLang={onLang}
      token={view.token}
      {...(buying ? { back: { href: pathIn(frame, choice), text: t('checkout.back') } } : {})}
      strip={buying ? <CheckoutHoldStrip seconds={checkout.seconds} more={checkout.more} /> : undefined}
      bar={stage === 'details' && !embed ? <PayBar checkout={checkout} /> : undefined}
    >
      {buying && <Buying view={view} checkout={checkout} />}
      {stage === 'waiting' && <Waiting checkout={checkout} />}
      {stage === 'done' && <Done view={view} checkout={checkout} />}
      {(stage === 'expired' || stage === 'released' || stage === 'refunded') && (
        <OrderClosed view={view} checkout={checkout} why={stage} />
      )}
    </Shell>
  )
}
