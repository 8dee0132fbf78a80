import type { Consent } from '@kartis/contract/consents.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './my-page.module.css'
import { useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'

/** The organisers who may send news to this phone; each consent can be withdrawn. Renders nothing where there are none. */
export const Consents = () => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  const [consents, setConsents] = useState<readonly Consent[]>([])
  const [leaving, setLeaving] = useState('')
  const [status, setStatus] = useState('')
  // Another language changes the texts around them, not the consents.
  const load = useEffectEvent(() => userApi('GET', '/v1/customer/consents'))
  useEffect(() => {
    const update = async () => {
      const result = await load()
      if (result.ok) setConsents(result.data)
    }
    void update()
  }, [])
  const [busy, withdraw] = useSubmit(async ({ uuid, organiser }: Consent) => {
    setLeaving(uuid)
    const result = await userApi('DELETE', '/v1/customer/consents/:uuid', { params: { uuid } })
    if (result.ok) setConsents(result.data)
    setStatus(result.ok ? t('my.consents.withdrawn', { name: organiser }) : result.text)
    return result.ok
  })
  if (consents.length === 0 && status === '') return null
  return (
    <section className={`${parts.card} ${parts.stack}`} id="news" aria-labelledby="news-title">
      <h2 id="news-title" className={css.caption}>
        {t('my.consents.title')}
      </h2>
      {consents.length > 0 && <p className={`${parts.small} ${parts.quiet}`}>{t('my.consents.text')}</p>}
      <ul className={css.consents}>
        {consents.map((consent) => (
          <li key={consent.uuid} className={parts.apart}>
            <div>
              <p className={parts.strong}>
                <UserText>{consent.organiser}</UserText>
              </p>
              <p className={`${parts.small} ${parts.quiet}`}>
                {t('my.consents.since', { date: dayText(consent.given_at, lang) })}
              </p>
            </div>
            <button
              type="button"
              className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
              aria-label={t('my.consents.name', { name: consent.organiser })}
              aria-busy={busy && leaving === consent.uuid}
              onClick={() => withdraw(consent)}
            >
              {t(busy && leaving === consent.uuid ? 'my.consents.withdrawing' : 'my.consents.withdraw')}
            </button>
          </li>
        ))}
      </ul>
      <p className={`${parts.small} ${css.status}`} role="status">
        {status}
      </p>
    </section>
  )
}
