import { usePage } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Icon } from '../../shared/icon.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { Details } from './details.tsx'
import { Failed } from './failed.tsx'
import { Payment } from './payment.tsx'
import { Summary } from './summary.tsx'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
}

const Steps = ({ paying }: { readonly paying: boolean }) => {
  const { say } = usePage()
  return (
    <ol className={css.steps} aria-label={say('checkout.steps.label')}>
      <li className={css.done}>
        <Icon name="check" />
        {say('checkout.steps.tickets')}
      </li>
      <li {...(paying ? { className: css.done } : { 'aria-current': 'step' as const })}>
        {paying && <Icon name="check" />}
        {say('checkout.steps.details')}
      </li>
      <li {...(paying ? { 'aria-current': 'step' as const } : {})}>{say('checkout.steps.payment')}</li>
    </ol>
  )
}

/** The two steps before the gateway's word: who buys, and the gateway's own page. */
export const Buying = ({ view, checkout }: Props) => {
  const { stage } = checkout
  return (
    <main id="main" className={`${parts.wrap} ${parts.stack} ${parts.loose} ${page.main}`}>
      <Steps paying={stage !== 'details'} />
      <div className={css.split}>
        <div className={`${parts.stack} ${parts.loose}`}>
          {stage === 'failed' && <Failed checkout={checkout} />}
          {stage === 'paying' && <Payment checkout={checkout} />}
          {/* What was typed stays: a return from the gateway finds it as it was. */}
          <div hidden={stage !== 'details'}>
            <Details view={view} checkout={checkout} />
          </div>
        </div>
        <Summary view={view} checkout={checkout} />
      </div>
    </main>
  )
}
