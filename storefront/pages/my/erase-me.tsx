import { COUNTRIES, nationalPhone } from '@kartis/domain/phone.ts'
import { useEffect, useRef, useState } from 'react'
import type { Refused } from '../../shared/api.ts'
import { CODE_DIGITS, CodeInput } from '../../shared/code-input.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Resend, type Sent } from '../../shared/resend.tsx'
import { figure, Rich } from '../../shared/rich.tsx'
import { callAsUser, storeToken } from '../../shared/session.ts'
import { useApi } from '../../shared/use-api.ts'
import css from './my-page.module.css'

interface Props {
  /** E.164 */
  readonly phone: string
  readonly onClose: () => void
  readonly onErased: () => void
}

/** Erases whoever is signed in, in two steps: what goes and what stays, then a fresh code to the own phone. */
export const EraseMe = ({ phone, onClose, onErased }: Props) => {
  const { say } = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  const [sent, setSent] = useState<Sent>()
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby="erase-title" onClose={onClose}>
      <div className={sent ? parts.state : parts.stack}>
        <h2 id="erase-title">{say('my.own.ask')}</h2>
        {sent ? (
          <Proof sent={sent} onSent={setSent} onErased={onErased} onClose={close} />
        ) : (
          <Terms phone={phone} onSent={setSent} onClose={close} />
        )}
      </div>
    </dialog>
  )
}

const Problem = ({ text }: { readonly text: string }) => (
  <p className={`${parts.note} ${parts.bad}`} role="alert">
    <Icon name="warn" />
    <span>{text}</span>
  </p>
)

interface TermsProps {
  readonly phone: string
  readonly onSent: (sent: Sent) => void
  readonly onClose: () => void
}

const Terms = ({ phone, onSent, onClose }: TermsProps) => {
  const { say } = usePage()
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async () => {
    if (busy) return
    setBusy(true)
    const code = COUNTRIES.find((country) => phone.startsWith(`+${country.code}`))?.code ?? ''
    const answer = await api<Pick<Sent, 'phones_id' | 'resend_at'>>('/login', {
      method: 'POST',
      body: { phone_country_code: code, phone_number: phone },
    })
    setBusy(false)
    if (answer.ok) onSent({ ...answer.data, code, number: phone, shown: nationalPhone(phone) })
    else setProblem(answer.text)
  }
  return (
    <>
      <p className={parts.strong}>{say('my.own.final')}</p>
      <ul className={`${css.points} ${parts.quiet}`}>
        <li>{say('my.own.goes')}</li>
        <li>{say('my.own.stays')}</li>
        <li>{say('my.own.teams')}</li>
      </ul>
      {problem && <Problem text={problem} />}
      <div className={`${parts.line} ${css.ways}`}>
        <button type="button" className={parts.btn} aria-busy={busy} onClick={() => void send()}>
          {say('my.own.next')}
        </button>
        <button type="button" className={`${parts.btn} ${parts.plain}`} onClick={onClose}>
          {say('my.own.keep')}
        </button>
      </div>
    </>
  )
}

interface ProofProps {
  readonly sent: Sent
  readonly onSent: (sent: Sent) => void
  readonly onErased: () => void
  readonly onClose: () => void
}

/** Why a team stands in the way, with the names of the accounts. */
const teamText = ({ text, detail }: Refused): string => {
  const names = Array.isArray(detail.accounts) ? detail.accounts.filter((name) => typeof name === 'string') : []
  return [text, names.join(', ')].filter(Boolean).join(' ')
}

const Proof = ({ sent, onSent, onErased, onClose }: ProofProps) => {
  const { say } = usePage()
  const api = useApi()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState('')
  /** Tickets still to be used, which may be given up. */
  const [tickets, setTickets] = useState(0)
  const [givesUp, setGivesUp] = useState(false)
  const [busy, setBusy] = useState(false)
  const refused = (answer: Refused) => {
    if (answer.code === 'person_has_tickets')
      return setTickets(typeof answer.detail.tickets === 'number' ? answer.detail.tickets : 1)
    if (answer.code === 'last_manager') return setProblem(teamText(answer))
    setCode('')
    return answer.code.startsWith('code_') ? setWrong(answer.text) : setProblem(answer.text)
  }
  const enter = async (digits: string) => {
    if (busy) return
    if (digits.length < CODE_DIGITS) return setWrong(say('my.code.incomplete'))
    setProblem('')
    setBusy(true)
    const answer = await callAsUser(api, '/account/users/me/erase', {
      method: 'POST',
      body: { method_id: sent.phones_id, code: digits, confirm_upcoming: givesUp },
    })
    setBusy(false)
    if (!answer.ok) return refused(answer)
    storeToken(undefined)
    return onErased()
  }
  return (
    <form
      className={`${parts.state} ${css.proof}`}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        void enter(code)
      }}
    >
      <p className={parts.quiet}>
        <Rich text={say('my.own.code_text', { phone: sent.shown })} parts={{ n: figure }} />
      </p>
      <CodeInput
        id="erase-code"
        value={code}
        wrong={wrong}
        onType={(digits) => {
          setCode(digits)
          setWrong(undefined)
        }}
        onFull={() => undefined}
      />
      {tickets > 0 && (
        <>
          <p className={`${parts.note} ${parts.warn}`} role="alert">
            <Icon name="warn" />
            <span>{say('my.own.upcoming', { count: tickets })}</span>
          </p>
          <label className={fields.tick}>
            <input type="checkbox" checked={givesUp} onChange={(change) => setGivesUp(change.target.checked)} />
            <span>{say('my.own.give_up')}</span>
          </label>
        </>
      )}
      {problem && <Problem text={problem} />}
      <button
        type="submit"
        className={`${parts.btn} ${parts.tall} ${parts.wide} ${css.final}`}
        aria-busy={busy}
        disabled={tickets > 0 && !givesUp}
      >
        {say(busy ? 'my.own.confirming' : 'my.own.confirm')}
      </button>
      <Resend sent={sent} onSent={onSent} />
      <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={onClose}>
        {say('my.own.keep')}
      </button>
    </form>
  )
}
