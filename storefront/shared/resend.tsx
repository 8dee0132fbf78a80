import type { login } from '@kartis/contract/auth.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { useState } from 'react'
import { clockText, serverTime, useSecondsLeft } from './clock.ts'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import { clock, Rich } from './rich.tsx'
import { useUserApi } from './session.ts'
import { useSubmit } from './use-submit.ts'

/** A code that was sent to a phone. */
export interface SentCode {
  readonly phones_id: string
  readonly resend_at: string
  /** What was requested, and is requested again. */
  readonly request: BodyOf<typeof login>
  /** The number as people write it. */
  readonly shown: string
}

/** Button that sends the code again, disabled until the server allows it. */
export const Resend = ({ sent, onSent }: { readonly sent: SentCode; readonly onSent: (sent: SentCode) => void }) => {
  const { t } = usePageContext()
  const userApi = useUserApi()
  const [note, setNote] = useState('')
  const left = useSecondsLeft(sent.resend_at, serverTime())
  const [busy, resend] = useSubmit(async () => {
    const result = await userApi('POST', '/v1/login', { body: sent.request })
    setNote(result.ok ? t('my.code.resent') : result.text)
    if (result.ok) onSent({ ...sent, ...result.data })
    return result.ok
  })
  return (
    <div>
      {left > 0 ? (
        <p className={`${parts.small} ${parts.quiet}`}>
          <Rich text={t('my.code.resend_in', { left: clockText(left) })} parts={{ n: clock }} />
        </p>
      ) : (
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
          aria-busy={busy}
          onClick={() => resend()}
        >
          {t(busy ? 'my.sign_in.sending' : 'my.code.resend')}
        </button>
      )}
      <p className={`${parts.small} ${parts.quiet}`} role="status">
        {note}
      </p>
    </div>
  )
}
