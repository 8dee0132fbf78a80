import { COUNTRIES, nationalPhone } from '@kartis/domain/phone.ts'
import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useModal } from '@kartis/ui/components/use-modal.ts'
import { useState } from 'react'
import { CodeInput, useCodeEntry } from '../../shared/code-input.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import dialogCss from '../../shared/dialog.module.css'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { Resend, type SentCode } from '../../shared/resend.tsx'
import { figure, Rich } from '../../shared/rich.tsx'
import { storeToken, useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import type { Refused } from '../../shared/api.ts'
import css from './my-page.module.css'

interface Props {
  /** E.164 */
  readonly phone: string
  readonly onClose: () => void
  readonly onErased: () => void
}

/** Erases the signed-in person in two steps: what is deleted and what stays, then a new code to the phone. */
export const EraseMe = ({ phone, onClose, onErased }: Props) => {
  const { t } = usePageContext()
  const [sent, setSent] = useState<SentCode>()
  // Closed before it is gone: only then does the focus return to where it came from.
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const dialog = useModal({ open: isOpen, onClose: close })
  return (
    <dialog ref={dialog} className={dialogCss.dialog} aria-labelledby="erase-title" onClose={onClose}>
      <div className={sent ? parts.state : parts.stack}>
        <h2 id="erase-title">{t('my.own.ask')}</h2>
        {sent ? (
          <Proof sent={sent} onSent={setSent} onErased={onErased} onClose={close} />
        ) : (
          <Terms phone={phone} onSent={setSent} onClose={close} />
        )}
      </div>
    </dialog>
  )
}

interface TermsProps {
  readonly phone: string
  readonly onSent: (sent: SentCode) => void
  readonly onClose: () => void
}

const Terms = ({ phone, onSent, onClose }: TermsProps) => {
  const { t } = usePageContext()
  const userApi = useUserApi()
  const [problem, setProblem] = useState('')
  const [busy, send] = useSubmit(async () => {
    const code = COUNTRIES.find((country) => phone.startsWith(`+${country.code}`))?.code ?? ''
    const request = { phone_country_code: code, phone_number: phone, purpose: 'erase' } as const
    const result = await userApi('POST', '/v1/login', { body: request })
    if (result.ok) onSent({ ...result.data, request, shown: nationalPhone(phone) })
    else setProblem(result.text)
    return result.ok
  })
  return (
    <>
      <p className={parts.strong}>{t('my.own.final')}</p>
      <ul className={`${css.points} ${parts.quiet}`}>
        <li>{t('my.own.goes')}</li>
        <li>{t('my.own.stays')}</li>
        <li>{t('my.own.teams')}</li>
      </ul>
      <RefusalNote text={problem} />
      <div className={`${parts.line} ${css.ways}`}>
        <button type="button" className={parts.btn} aria-busy={busy} onClick={() => send()}>
          {t('my.own.next')}
        </button>
        <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={onClose}>
          {t('my.own.keep')}
        </button>
      </div>
    </>
  )
}

interface ProofProps {
  readonly sent: SentCode
  readonly onSent: (sent: SentCode) => void
  readonly onErased: () => void
  readonly onClose: () => void
}

/** Why memberships prevent it, with the names of the accounts. */
const teamText = ({ text, detail }: Refused, lang: Lang): string => {
  const names = Array.isArray(detail.accounts) ? detail.accounts.filter((name) => typeof name === 'string') : []
  return [text, commaText(names, lang)].filter(Boolean).join(' ')
}

const Proof = ({ sent, onSent, onErased, onClose }: ProofProps) => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  const [problem, setProblem] = useState('')
  /** Tickets still to be used, which may be given up. */
  const [tickets, setTickets] = useState(0)
  const [givesUp, setGivesUp] = useState(false)
  const showOther = (refused: Refused): void => {
    if (refused.code === 'person_has_tickets')
      setTickets(typeof refused.detail.tickets === 'number' ? refused.detail.tickets : 1)
    else setProblem(refused.code === 'last_manager' ? teamText(refused, lang) : refused.text)
  }
  const { busy, submit, field } = useCodeEntry(async (code) => {
    setProblem('')
    const result = await userApi('POST', '/v1/account/users/me/erase', {
      body: { method_id: sent.phones_id, code, confirm_upcoming: givesUp },
    })
    if (result.ok) {
      storeToken(undefined)
      onErased()
      return undefined
    }
    if (result.code.startsWith('code_')) return result
    showOther(result)
    return 'elsewhere'
  })
  return (
    <form
      className={`${parts.state} ${css.proof}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={parts.quiet}>
        <Rich text={t('my.own.code_text', { phone: sent.shown })} parts={{ n: figure }} />
      </p>
      {/* A full code does not send itself: what follows cannot be undone. */}
      <CodeInput id="erase-code" {...field} onFull={() => undefined} />
      {tickets > 0 && (
        <>
          <p className={`${parts.note} ${parts.warn}`} role="alert">
            <Icon name="warn" />
            <span>{t('my.own.upcoming', { count: tickets })}</span>
          </p>
          <label className={fields.tick}>
            <input type="checkbox" checked={givesUp} onChange={(change) => setGivesUp(change.target.checked)} />
            <span>{t('my.own.give_up')}</span>
          </label>
        </>
      )}
      <RefusalNote text={problem} />
      <button
        type="submit"
        className={`${parts.btn} ${parts.tall} ${parts.wide} ${css.final}`}
        aria-busy={busy}
        disabled={tickets > 0 && !givesUp}
      >
        {t(busy ? 'my.own.confirming' : 'my.own.confirm')}
      </button>
      <Resend sent={sent} onSent={onSent} />
      <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={onClose}>
        {t('my.own.keep')}
      </button>
    </form>
  )
}
