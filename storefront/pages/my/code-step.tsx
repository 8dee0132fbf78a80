import { useState } from 'react'
import { CodeInput, useCodeEntry } from '../../shared/code-input.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Resend, type SentCode } from '../../shared/resend.tsx'
import { figure, Rich } from '../../shared/rich.tsx'
import { useApi } from '../../shared/api.ts'
import { storeToken } from '../../shared/session.ts'

interface Props {
  readonly heading?: 'h1' | 'h2'
  readonly sent: SentCode
  readonly onSent: (sent: SentCode) => void
  readonly onBack: () => void
  readonly onSignedIn: () => void
}

/** Signs in with the code that was sent to the phone. */
export const CodeStep = ({ heading: Heading = 'h1', sent, onSent, onBack, onSignedIn }: Props) => {
  const { t } = usePageContext()
  const api = useApi()
  const [needsPasskey, setNeedsPasskey] = useState(false)
  const { busy, submit, field } = useCodeEntry(async (code) => {
    const result = await api('POST', '/v1/login/authenticate', { body: { method_id: sent.phones_id, code } })
    if (!result.ok) {
      setNeedsPasskey(result.code === 'passkey_required')
      return result
    }
    storeToken(result.data.token)
    onSignedIn()
    return undefined
  })
  return (
    <form
      className={`${parts.narrow} ${parts.stack} ${parts.loose}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={parts.state}>
        <span className={parts.seal}>
          <Icon name="chat" />
        </span>
        <Heading>{t('my.code.title')}</Heading>
        <p className={parts.quiet}>
          <Rich text={t('my.code.text', { phone: sent.shown })} parts={{ n: figure }} />
        </p>
      </div>
      <div className={`${parts.card} ${parts.state}`}>
        <CodeInput id="code" {...field} />
        <button type="submit" className={`${parts.btn} ${parts.tall} ${parts.wide}`} aria-busy={busy}>
          {t(busy ? 'my.code.checking' : 'my.code.enter')}
        </button>
        {needsPasskey && (
          // The passkey is asked for there; both sites share the sign-in.
          <a href="/login" className={`${parts.btn} ${parts.textButton} ${parts.compact}`}>
            {t('my.code.passkey')}
          </a>
        )}
        <Resend sent={sent} onSent={onSent} />
        <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={onBack}>
          {t('my.code.other')}
        </button>
      </div>
    </form>
  )
}
