import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { linkTo, Rich } from '../../shared/rich.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { Question } from './question.tsx'
import type { Sheet } from './questions.ts'
import type { Answers } from './use-answers.ts'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
}

const Who = ({ answers, asksPhone }: { readonly answers: Answers; readonly asksPhone: boolean }) => {
  const { say } = usePage()
  const { buyer, setBuyer, wrong, leave } = answers
  const nameWrong = wrongText(say, wrong.name)
  const phoneWrong = wrongText(say, wrong.phone)
  const emailWrong = wrongText(say, wrong.email)
  const phoneHint = say(asksPhone ? 'checkout.details.phone_hint_code' : 'checkout.details.phone_hint')
  const emailHint = say('checkout.details.email_hint')
  return (
    <section className={`${parts.card} ${parts.stack} ${parts.loose}`}>
      <h2>{say('checkout.details.card')}</h2>
      <div className={fields.fields}>
        <Field id="name" label={say('checkout.details.name')} wrong={nameWrong} wide>
          <input
            {...fieldProps('name', nameWrong)}
            autoComplete="name"
            dir="auto"
            required
            maxLength={120}
            enterKeyHint="next"
            value={buyer.name}
            onChange={(change) => setBuyer({ name: change.target.value })}
            onBlur={() => leave('name')}
          />
        </Field>
        <Field id="phone" label={say('checkout.details.phone')} hint={phoneHint} wrong={phoneWrong}>
          <input
            {...fieldProps('phone', phoneWrong, phoneHint)}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            dir="ltr"
            required
            maxLength={32}
            enterKeyHint="next"
            value={buyer.phone}
            onChange={(change) => setBuyer({ phone: change.target.value })}
            onBlur={() => leave('phone')}
          />
        </Field>
        <Field id="email" label={say('checkout.details.email')} hint={emailHint} wrong={emailWrong} optional>
          <input
            {...fieldProps('email', emailWrong, emailHint)}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            enterKeyHint="done"
            value={buyer.email}
            onChange={(change) => setBuyer({ email: change.target.value })}
            onBlur={() => leave('email')}
          />
        </Field>
      </div>
    </section>
  )
}

const Asked = ({ sheet, checkout }: { readonly sheet: Sheet; readonly checkout: Checkout }) => {
  const { say } = usePage()
  const upload = { order: checkout.order.uuid, token: checkout.token }
  return (
    <section className={`${parts.card} ${parts.stack} ${parts.loose}`}>
      <div>
        <h2>{say('checkout.questions.title')}</h2>
        <p className={`${parts.small} ${parts.quiet}`}>
          {sheet.ticketNo === 0
            ? say('checkout.questions.per_order')
            : say('checkout.questions.ticket', { number: sheet.ticketNo, name: sheet.ticket })}
        </p>
      </div>
      <div className={fields.fields}>
        {sheet.questions.map((question) => (
          <Question key={question.id} question={question} answers={checkout.answers} upload={upload} />
        ))}
      </div>
    </section>
  )
}

const Consent = ({ view, answers }: { readonly view: CheckoutView; readonly answers: Answers }) => {
  const { say } = usePage()
  const link = (kind: string) => linkTo(`/order/legal/${kind}`, '_blank')
  return (
    <section className={parts.card}>
      <label className={fields.tick}>
        <input
          type="checkbox"
          checked={answers.buyer.marketing}
          onChange={(change) => answers.setBuyer({ marketing: change.target.checked })}
        />
        <span>{say('checkout.details.marketing', { name: view.event.organiser })}</span>
      </label>
      <p className={`${parts.small} ${parts.quiet} ${css.agree}`}>
        <Rich
          text={say('checkout.details.agree')}
          parts={{ terms: link('terms'), cancel: link('cancellation'), privacy: link('privacy') }}
        />
      </p>
    </section>
  )
}

/** Who buys, the organiser's questions, consent; then on to the payment. */
export const Details = ({ view, checkout }: Props) => {
  const { say } = usePage()
  const { answers } = checkout
  const count = Object.keys(answers.wrong).length
  return (
    <form
      id="details"
      className={`${parts.stack} ${parts.loose}`}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        checkout.pay()
      }}
    >
      <h1 className={css.heading}>{say('checkout.details.title')}</h1>
      <Who answers={answers} asksPhone={checkout.phone.asks} />
      {answers.sheets.map((sheet) => (
        <Asked key={sheet.id} sheet={sheet} checkout={checkout} />
      ))}
      <Consent view={view} answers={answers} />
      {count > 0 && (
        <p className={`${parts.note} ${parts.bad}`} role="status">
          <Icon name="warn" />
          <span>{say('checkout.details.fix', { count })}</span>
        </p>
      )}
      {checkout.problem && (
        <p className={`${parts.note} ${parts.bad}`} role="alert">
          <Icon name="warn" />
          <span>{checkout.problem}</span>
        </p>
      )}
    </form>
  )
}
