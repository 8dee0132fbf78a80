import { suggestEmail } from '@kartis/domain/email-typo.ts'
import { useState } from 'react'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { PhoneNote } from '../../shared/phone-note.tsx'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { figure, linkTo, Rich } from '../../shared/rich.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { Question } from './question.tsx'
import type { QuestionGroup } from './questions.ts'
import { SaveDetails, SavedDetails } from './saved-details.tsx'
import type { Answers } from './use-answers.ts'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
}

interface BuyerFieldsProps {
  readonly order: string
  readonly answers: Answers
  readonly needsCode: boolean
  readonly takesForeign: boolean
  readonly event: string
}

const BuyerFields = ({ order, answers, needsCode, takesForeign, event }: BuyerFieldsProps) => {
  const { t, lang } = usePageContext()
  const { buyer, setBuyer, wrong, onLeave } = answers
  const nameWrong = wrongText(t, wrong.name)
  const phoneWrong = wrongText(t, wrong.phone)
  const emailWrong = wrongText(t, wrong.email)
  const sent = t(needsCode ? 'checkout.details.phone_hint_code' : 'checkout.details.phone_hint')
  // Readers of Hebrew hardly ever come from abroad; the sentence would stand in everybody's way.
  const saysForeign = takesForeign && lang !== 'he'
  const phoneHint = saysForeign ? `${sent} · ${t('checkout.details.phone_foreign')}` : sent
  const emailHint = t('checkout.details.email_hint')
  const [isTyping, setIsTyping] = useState(false)
  // A question about the address puts the cursor into its field.
  const meant = isTyping && emailWrong === undefined ? undefined : suggestEmail(buyer.email)
  return (
    <section className={`${parts.card} ${parts.stack} ${parts.loose}`}>
      <h2>{t('checkout.details.card')}</h2>
      <SavedDetails answers={answers} />
      <div className={fields.fields}>
        <Field id="name" label={t('checkout.details.name')} wrong={nameWrong} wide>
          <input
            {...fieldProps('name', nameWrong)}
            autoComplete="name"
            dir="auto"
            required
            maxLength={120}
            enterKeyHint="next"
            value={buyer.name}
            onChange={(change) => setBuyer({ name: change.target.value })}
            onBlur={() => onLeave('name')}
          />
        </Field>
        <Field id="phone" label={t('checkout.details.phone')} hint={phoneHint} wrong={phoneWrong}>
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
            onBlur={() => onLeave('phone')}
          />
          {!takesForeign && <PhoneNote text={t('checkout.details.phone_israeli')} slug={event} />}
          {wrong.phone === 'phone_country' && <PhoneNote text={t('checkout.details.phone_elsewhere')} slug={event} />}
        </Field>
        <Field id="email" label={t('checkout.details.email')} hint={emailHint} wrong={emailWrong} optional>
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
            onFocus={() => setIsTyping(true)}
            onBlur={() => {
              setIsTyping(false)
              onLeave('email')
            }}
          />
          {meant !== undefined && (
            <span className={`${parts.note} ${parts.warn} ${css.meant}`} role="status">
              <span>
                <Rich text={t('checkout.details.email_meant', { email: meant })} parts={{ n: figure }} />
              </span>
              <button
                type="button"
                className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
                onClick={() => {
                  setBuyer({ email: meant })
                  // The button is gone with its question.
                  answers.focus('email')
                }}
              >
                {t('checkout.details.email_fix')}
              </button>
            </span>
          )}
        </Field>
        <SaveDetails order={order} />
      </div>
    </section>
  )
}

const QuestionGroupFields = ({ group, checkout }: { readonly group: QuestionGroup; readonly checkout: Checkout }) => {
  const { t } = usePageContext()
  const upload = { order: checkout.order.uuid, token: checkout.token }
  return (
    <section className={`${parts.card} ${parts.stack} ${parts.loose}`}>
      <div>
        <h2>{t('checkout.questions.title')}</h2>
        <p className={`${parts.small} ${parts.quiet}`}>
          {group.ticketNo === 0
            ? t('checkout.questions.per_order')
            : t('checkout.questions.ticket', { number: group.ticketNo, name: group.ticket })}
        </p>
      </div>
      <div className={fields.fields}>
        {group.questions.map((question) => (
          <Question key={question.id} question={question} answers={checkout.answers} upload={upload} />
        ))}
      </div>
    </section>
  )
}

const Consent = ({ view, checkout }: Props) => {
  const { answers, order, equalSeats } = checkout
  const { t } = usePageContext()
  const link = (kind: string) => linkTo(`/order/legal/${kind}`, '_blank')
  return (
    <section className={parts.card}>
      <label className={fields.tick}>
        <input
          type="checkbox"
          checked={answers.buyer.marketing}
          onChange={(change) => answers.setBuyer({ marketing: change.target.checked })}
        />
        <span>{t('checkout.details.marketing', { name: view.event.organiser })}</span>
      </label>
      {equalSeats && (
        <label className={fields.tick}>
          <input
            type="checkbox"
            checked={equalSeats.chosen}
            onChange={(change) => equalSeats.choose(change.target.checked)}
          />
          <span>{t('checkout.details.equal_seats')}</span>
        </label>
      )}
      <p className={`${parts.small} ${parts.quiet} ${css.agree}`}>
        <Rich
          text={t(order.total_amount === 0 ? 'checkout.details.agree_free' : 'checkout.details.agree')}
          parts={{ terms: link('terms'), cancel: link('cancellation'), privacy: link('privacy') }}
        />
      </p>
    </section>
  )
}

/**
 * Why the order does not go on, above the fields: the button is pressed from anywhere on a phone. The count of the fields
 * stays until the next press, so that nothing moves under who corrects the last of them.
 */
const Refusals = ({ checkout: { answers, problem } }: Pick<Props, 'checkout'>) => {
  const { t } = usePageContext()
  const count = answers.toFix
  const tone = count === 0 ? parts.good : parts.bad
  return (
    <>
      {count !== undefined && (
        <p className={`${parts.note} ${tone}`} role="status">
          <Icon name={count === 0 ? 'check' : 'warn'} />
          <span>{count === 0 ? t('checkout.details.fixed') : t('checkout.details.fix', { count })}</span>
        </p>
      )}
      <RefusalNote text={problem} />
    </>
  )
}

/** Buyer fields, the organiser's questions, consent; then on to the payment. */
export const Details = ({ view, checkout }: Props) => {
  const { t } = usePageContext()
  const { answers } = checkout
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
      <h1 className={css.heading}>{t('checkout.details.title')}</h1>
      <Refusals checkout={checkout} />
      <BuyerFields
        order={checkout.order.uuid}
        answers={answers}
        needsCode={checkout.phone.needsCode}
        takesForeign={checkout.order.foreign_phones}
        event={view.event.slug}
      />
      {answers.groups.map((group) => (
        <QuestionGroupFields key={group.id} group={group} checkout={checkout} />
      ))}
      <Consent view={view} checkout={checkout} />
    </form>
  )
}
