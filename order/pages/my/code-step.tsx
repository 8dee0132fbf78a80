import { useState } from 'react'
import { clockText, serverTime, useSecondsLeft } from '../../shared/clock.ts'
import { Field, fieldProps } from '../../shared/field.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { clock, figure, Rich } from '../../shared/rich.tsx'
import { useApi } from '../../shared/use-api.ts'
import css from './my-page.module.css'
import type { Sent } from './shapes.ts'
import { storeToken } from './session.ts'

interface Props {
  readonly sent: Sent
  readonly onSent: (sent: Sent) => void
  readonly onBack: () => void
  readonly onIn: () => void
}

const DIGITS = 6

/** Sends the code anew once its pause is over. */
const Resend = ({ sent, onSent }: Pick<Props, 'sent' | 'onSent'>) => {
  const { say } = usePage()
  const api = useApi()
  const [note, setNote] = useState('')
  const left = useSecondsLeft(sent.resend_at, serverTime())
  const again = async () => {
    const answer = await api<Pick<Sent, 'phones_id' | 'resend_at'>>('/login', {
      method: 'POST',
      body: { phone_country_code: sent.code, phone_number: sent.number },
    })
    setNote(answer.ok ? say('my.code.resent') : answer.text)
    if (answer.ok) onSent({ ...sent, ...answer.data })
  }
  return (
    <>
      {left > 0 ? (
        <p className={`${parts.small} ${parts.quiet}`}>
          <Rich text={say('my.code.resend_in', { left: clockText(left) })} parts={{ n: clock }} />
        </p>
      ) : (
        <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={() => void again()}>
          {say('my.code.resend')}
        </button>
      )}
      <p className={`${parts.small} ${parts.quiet}`} role="status">
        {note}
      </p>
    </>
  )
}

/** One real input for all six digits, so that paste and the phone's own filling-in work. */
export const CodeStep = ({ sent, onSent, onBack, onIn }: Props) => {
  const { say } = usePage()
  const api = useApi()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const enter = async (digits: string) => {
    if (busy) return
    if (digits.length < DIGITS) {
      setWrong(say('my.code.incomplete'))
      return
    }
    setBusy(true)
    const answer = await api<{ token: string }>('/login/authenticate', {
      method: 'POST',
      body: { method_id: sent.phones_id, code: digits },
    })
    setBusy(false)
    if (answer.ok) {
      storeToken(answer.data.token)
      onIn()
      return
    }
    setCode('')
    setWrong(answer.text)
  }
  return (
    <form
      className={`${parts.narrow} ${parts.stack} ${parts.loose}`}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        void enter(code)
      }}
    >
      <div className={parts.state}>
        <span className={parts.seal}>
          <Icon name="chat" />
        </span>
        <h1>{say('my.code.title')}</h1>
        <p className={parts.quiet}>
          <Rich text={say('my.code.text', { phone: sent.shown })} parts={{ n: figure }} />
        </p>
      </div>
      <div className={`${parts.card} ${parts.state}`}>
        <div className={css.codeField}>
          <Field id="code" label={say('my.code.label')} wrong={wrong}>
            <input
              {...fieldProps('code', wrong)}
              className={css.code}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]*"
              maxLength={DIGITS + 2}
              required
              // The step has this one thing to do.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              value={code}
              onChange={(change) => {
                const digits = change.target.value.replaceAll(/\D/g, '').slice(0, DIGITS)
                setCode(digits)
                setWrong(undefined)
                if (digits.length === DIGITS) void enter(digits)
              }}
            />
          </Field>
        </div>
        <button type="submit" className={`${parts.btn} ${parts.tall} ${parts.wide}`} aria-busy={busy}>
          {say(busy ? 'my.code.checking' : 'my.code.enter')}
        </button>
        <Resend sent={sent} onSent={onSent} />
        <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={onBack}>
          {say('my.code.other')}
        </button>
      </div>
    </form>
  )
}
