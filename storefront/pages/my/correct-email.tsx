import { suggestEmail } from '@kartis/domain/email-typo.ts'
import { isEmail } from '@kartis/domain/text.ts'
import { useModal } from '@kartis/ui/components/use-modal.ts'
import { useState } from 'react'
import dialogCss from '../../shared/dialog.module.css'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { figure, Rich } from '../../shared/rich.tsx'
import { useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import type { CustomerOrder } from './order-actions.tsx'

interface Props {
  readonly order: CustomerOrder
  readonly onClose: () => void
  /** The order as it is now, and what was done as a sentence. */
  readonly onCorrected: (order: CustomerOrder, text: string) => void
}

/** Another e-mail address for an order that was bought with a wrong one, or with none. */
export const CorrectEmail = ({ order, onClose, onCorrected }: Props) => {
  const { t } = usePageContext()
  const userApi = useUserApi()
  // Closed before it is gone: only then does the focus return to where it came from.
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState('')
  /** What looks like a typing error and may be left as it is. */
  const [warned, setWarned] = useState<string>()
  const [busy, save] = useSubmit(async (typed: string) => {
    setProblem('')
    if (!isEmail(typed)) {
      setWrong(typed === '' ? 'required' : 'invalid_email')
      return false
    }
    // Another slip would need another correction.
    if (suggestEmail(typed) !== undefined && warned !== typed) {
      setWarned(typed)
      setWrong('email_typo')
      return false
    }
    const params = { uuid: order.uuid }
    const result = await userApi('PATCH', '/v1/customer/orders/:uuid', { params, body: { email: typed } })
    if (!result.ok) {
      if (result.code === 'validation') setWrong('invalid_email')
      else setProblem(result.text)
      return false
    }
    // Isolated: an address keeps its direction inside the sentence.
    onCorrected(result.data, t('my.email.done', { email: `\u2066${typed}\u2069` }))
    close()
    return true
  })
  const dialog = useModal({ open: isOpen, onClose: close, locked: busy })
  const id = `email-${order.uuid}`
  const wrongNow = wrongText(t, wrong)
  const meant = suggestEmail(email)
  return (
    <dialog ref={dialog} className={dialogCss.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form
        className={parts.stack}
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault()
          save(email.trim())
        }}
      >
        <h2 id={`${id}-title`}>{t('my.email.title')}</h2>
        {order.buyer.email && (
          <p>
            <Rich text={t('my.email.now', { email: order.buyer.email })} parts={{ n: figure }} />
          </p>
        )}
        <p className={parts.quiet}>{t('my.email.text')}</p>
        <Field id={id} label={t('my.email.label')} wrong={wrongNow}>
          <input
            {...fieldProps(id, wrongNow)}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            required
            maxLength={254}
            enterKeyHint="done"
            value={email}
            onChange={(change) => {
              setEmail(change.target.value)
              setWrong(undefined)
            }}
          />
        </Field>
        {meant !== undefined && (
          <div className={`${parts.note} ${parts.warn}`} role="status">
            <span>
              <Rich text={t('checkout.details.email_meant', { email: meant })} parts={{ n: figure }} />
            </span>
            <button
              type="button"
              className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
              onClick={() => {
                setEmail(meant)
                document.getElementById(id)?.focus()
              }}
            >
              {t('checkout.details.email_fix')}
            </button>
          </div>
        )}
        <RefusalNote text={problem} />
        <div className={parts.line}>
          <button type="submit" className={parts.btn} aria-busy={busy}>
            {t(busy ? 'my.email.saving' : 'my.email.save')}
          </button>
          <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={close}>
            {t('my.email.back')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
