import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Icon } from '../../shared/icon.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { CodeStep } from './code-step.tsx'
import { Details } from './details.tsx'
import { Failed } from './failed.tsx'
import { OverLimit } from './over-limit.tsx'
import { Payment } from './payment.tsx'
import { Returned } from './returned.tsx'
import { Summary } from './summary.tsx'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
}

type At = 'details' | 'phone' | 'payment'

interface StepsProps {
  readonly at: At
  readonly needsCode: boolean
  /** Nothing is to be paid. */
  readonly free: boolean
}

/** The steps of this order: the phone is verified only where its event requires it, and a free order has no payment. */
const Steps = ({ at, needsCode, free }: StepsProps) => {
  const { t } = usePageContext()
  const all: readonly At[] = ['details', 'phone', 'payment']
  const steps = all.filter((step) => (step === 'phone' ? needsCode : step !== 'payment' || !free))
  const here = steps.indexOf(at)
  return (
    <ol className={css.steps} aria-label={t('checkout.steps.label')}>
      <li className={css.done}>
        <Icon name="check" />
        {t('checkout.steps.tickets')}
      </li>
      {steps.map((step, place) => (
        <li
          key={step}
          className={place < here ? css.done : undefined}
          aria-current={place === here ? 'step' : undefined}
        >
          {place < here && <Icon name="check" />}
          {t(`checkout.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}

/** The steps before the outcome of the payment: details, phone, and the gateway's page. */
export const Buying = ({ view, checkout }: Props) => {
  const { stage, phone } = checkout
  const atPhone = stage === 'code' || stage === 'limit'
  return (
    <main id="main" className={`${parts.wrap} ${parts.stack} ${parts.loose} ${page.main}`}>
      <Steps
        at={atPhone ? 'phone' : stage === 'details' ? 'details' : 'payment'}
        needsCode={atPhone || view.order.phone_must_be_verified}
        free={checkout.order.total_amount === 0}
      />
      <div className={css.split}>
        <div className={`${parts.stack} ${parts.loose}`}>
          {stage === 'failed' && <Failed checkout={checkout} />}
          {stage === 'returned' && <Returned checkout={checkout} />}
          {stage === 'code' && phone.sent && <CodeStep checkout={checkout} sent={phone.sent} />}
          {stage === 'limit' && phone.limit && <OverLimit checkout={checkout} limit={phone.limit} />}
          {stage === 'paying' && <Payment checkout={checkout} />}
          {/* Hidden, not removed: a return from the gateway finds the form as it was. */}
          <div hidden={stage !== 'details'}>
            <Details view={view} checkout={checkout} />
          </div>
        </div>
        <Summary view={view} checkout={checkout} />
      </div>
    </main>
  )
}
