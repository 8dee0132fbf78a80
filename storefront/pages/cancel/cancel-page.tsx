// First, so that the styles of components come after it.
import '../../shared/base.css'
import { momentText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { cancelLink } from '../../shared/own-order-link.ts'
import { Field, fieldProps } from '../../shared/field.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { linkTo, Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import css from './cancel-page.module.css'

const EMPTY = { number: '', name: '', email: '', contact: '', reason: '' }
type Values = typeof EMPTY
type Wrong = Partial<Record<keyof Values, string>>

const Sent = ({ receivedAt, onAgain }: { readonly receivedAt: string; readonly onAgain: () => void }) => {
  const { t, lang } = usePageContext()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`${parts.state} ${page.notice}`}>
      <span className={`${parts.seal} ${parts.done}`}>
        <Icon name="check" />
      </span>
      <h1 ref={heading} tabIndex={-1} className={page.heading}>
        {t('my.request.done_title')}
      </h1>
      <p className={parts.quiet}>{t('my.request.done_text')}</p>
      <p className={`${parts.small} ${parts.quiet}`}>
        {t('my.request.done_when', { when: momentText(receivedAt, lang) })}
      </p>
      <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={onAgain}>
        {t('my.request.again')}
      </button>
    </section>
  )
}

interface InputProps {
  readonly name: keyof Values
  readonly values: Values
  readonly wrong: Wrong
  readonly onChange: (change: Partial<Values>) => void
  readonly optional?: boolean
  readonly hint?: string
  readonly type?: 'text' | 'email'
  readonly autoComplete?: string
  readonly dir?: 'ltr' | 'auto'
}

const Input = ({ name, values, wrong, onChange, optional, hint, type, autoComplete, dir }: InputProps) => {
  const { t } = usePageContext()
  return (
    <Field id={name} label={t(`my.request.${name}`)} wrong={wrong[name]} hint={hint} {...(optional && { optional })}>
      <input
        {...fieldProps(name, wrong[name], hint)}
        type={type ?? 'text'}
        autoComplete={autoComplete ?? 'off'}
        dir={dir}
        maxLength={name === 'number' ? 20 : 120}
        value={values[name]}
        onChange={(change) => onChange({ [name]: change.target.value })}
      />
    </Field>
  )
}

/** A lawful request to cancel, for buyers who cannot receive the code on their phone. */
export const CancelPage = ({ onLang }: { readonly onLang?: ((lang: Lang) => void) | undefined }) => {
  const { t } = usePageContext()
  const api = useApi()
  const [values, setValues] = useState(EMPTY)
  const [wrong, setWrong] = useState<Wrong>({})
  const [problem, setProblem] = useState('')
  const [receivedAt, setReceivedAt] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const change = (changed: Partial<Values>) => {
    setValues({ ...values, ...changed })
    setWrong({})
    setProblem('')
  }
  const refuse = (found: Wrong) => {
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`#${first}`)?.focus()
    return false
  }
  const missing = (): Wrong => ({
    ...(values.number.trim() === '' && { number: t('my.request.number_wrong') }),
    ...(values.name.trim() === '' && values.email.trim() === '' && { name: t('my.request.who_wrong') }),
    ...(values.contact.trim() === '' && { contact: t('checkout.wrong.required') }),
  })
  const [busy, send] = useSubmit(async () => {
    const found = missing()
    if (Object.keys(found).length > 0) return refuse(found)
    const { number, name, email, contact, reason } = values
    const result = await api('POST', '/v1/public/cancellation_requests', {
      body: { number, contact, reason, ...(name.trim() && { name }), ...(email.trim() && { email }) },
    })
    if (result.ok) {
      setReceivedAt(result.data.received_at)
      return true
    }
    if (result.code === 'validation' && 'number' in result.detail)
      return refuse({ number: t('my.request.number_wrong') })
    setProblem(result.text)
    return false
  })
  const input = { values, wrong, onChange: change }
  return (
    <Shell onLang={onLang}>
      <main id="main" className={`${parts.narrow} ${page.main}`}>
        {receivedAt ? (
          <Sent
            receivedAt={receivedAt}
            onAgain={() => {
              setReceivedAt('')
              setValues(EMPTY)
            }}
          />
        ) : (
          <form
            ref={form}
            noValidate
            className={`${parts.stack} ${parts.loose}`}
            onSubmit={(submit) => {
              submit.preventDefault()
              send()
            }}
          >
            <div className={parts.stack}>
              <h1>{t('my.request.title')}</h1>
              <p className={parts.quiet}>{t('my.request.text')}</p>
            </div>
            <div className={`${parts.card} ${parts.stack}`}>
              <Input {...input} name="number" hint={t('my.request.number_hint')} dir="ltr" />
              <fieldset className={css.who}>
                <legend>{t('my.request.who')}</legend>
                <Input {...input} name="name" optional autoComplete="name" dir="auto" />
                <Input {...input} name="email" optional type="email" autoComplete="email" dir="ltr" />
              </fieldset>
              <Input {...input} name="contact" hint={t('my.request.contact_hint')} dir="auto" />
              <Field id="reason" label={t('my.request.reason')} optional>
                <textarea
                  {...fieldProps('reason', undefined)}
                  rows={3}
                  dir="auto"
                  maxLength={500}
                  value={values.reason}
                  onChange={(changed) => change({ reason: changed.target.value })}
                />
              </Field>
              <RefusalNote text={problem} />
              <button type="submit" className={`${parts.btn} ${parts.tall} ${parts.wide}`} aria-busy={busy}>
                {t(busy ? 'my.request.sending' : 'my.request.send')}
              </button>
            </div>
            <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>
              <Rich text={t('my.request.with_code')} parts={{ a: linkTo(cancelLink()) }} />
            </p>
          </form>
        )}
      </main>
    </Shell>
  )
}
