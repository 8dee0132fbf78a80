import { useState } from 'react'
import { clockText, serverTime, useSecondsLeft } from './clock.ts'
import { usePage } from './page-context.tsx'
import parts from './parts.module.css'
import { clock, Rich } from './rich.tsx'
import { useApi } from './use-api.ts'

/** A code that is on its way to a phone. */
export interface Sent {
  readonly phones_id: string
  readonly resend_at: string
  /** Country code without `+`. */
  readonly code: string
  readonly number: string
  /** The number as people write it. */
  readonly shown: string
}

/** Sends the code anew once its pause is over. */
export const Resend = ({ sent, onSent }: { readonly sent: Sent; readonly onSent: (sent: Sent) => void }) => {
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
    <div>
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
    </div>
  )
}
