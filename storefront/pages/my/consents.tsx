import type { Consent } from '@kartis/contract/consents.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { useEffect, useState } from 'react'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useApi } from '../../shared/use-api.ts'
import css from './my-page.module.css'
import { callAsUser } from '../../shared/session.ts'

/** Organisers who may send news to this phone, and the way to take that back. Nothing where there are none. */
export const Consents = () => {
  const { say, lang } = usePage()
  const api = useApi()
  const [consents, setConsents] = useState<readonly Consent[]>([])
  const [busy, setBusy] = useState('')
  const [told, setTold] = useState('')
  useEffect(() => {
    let alive = true
    const load = async () => {
      const answer = await callAsUser<Consent[]>(api, '/customer/consents')
      if (alive && answer.ok) setConsents(answer.data)
    }
    void load()
    return () => {
      alive = false
    }
    // The language changes the words around them, not the consents.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const withdraw = async ({ uuid, organiser }: Consent) => {
    if (busy) return
    setBusy(uuid)
    const answer = await callAsUser<Consent[]>(api, `/customer/consents/${uuid}`, { method: 'DELETE' })
    setBusy('')
    if (answer.ok) setConsents(answer.data)
    setTold(answer.ok ? say('my.consents.withdrawn', { name: organiser }) : answer.text)
  }
  if (consents.length === 0 && told === '') return null
  return (
    <section className={`${parts.card} ${parts.stack}`} id="news" aria-labelledby="news-title">
      <h2 id="news-title" className={css.caption}>
        {say('my.consents.title')}
      </h2>
      {consents.length > 0 && <p className={`${parts.small} ${parts.quiet}`}>{say('my.consents.text')}</p>}
      <ul className={css.consents}>
        {consents.map((consent) => (
          <li key={consent.uuid} className={parts.apart}>
            <div>
              <p className={parts.strong}>
                <bdi>{consent.organiser}</bdi>
              </p>
              <p className={`${parts.small} ${parts.quiet}`}>
                {say('my.consents.since', { date: dayText(consent.given_at, lang) })}
              </p>
            </div>
            <button
              type="button"
              className={`${parts.btn} ${parts.plain} ${parts.thin}`}
              aria-label={say('my.consents.name', { name: consent.organiser })}
              aria-busy={busy === consent.uuid}
              onClick={() => void withdraw(consent)}
            >
              {say(busy === consent.uuid ? 'my.consents.withdrawing' : 'my.consents.withdraw')}
            </button>
          </li>
        ))}
      </ul>
      <p className={`${parts.small} ${css.told}`} role="status">
        {told}
      </p>
    </section>
  )
}
