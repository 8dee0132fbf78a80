import type { OwnEntry } from '@kartis/contract/waiting-list.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import css from './my-page.module.css'

/** Waiting lists and reminders of the signed-in phone; each can be left. Renders nothing where there are none. */
export const WaitingLists = () => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  const [entries, setEntries] = useState<readonly OwnEntry[]>([])
  const [leaving, setLeaving] = useState('')
  const [status, setStatus] = useState('')
  // Names of events come in the page's language.
  const load = useEffectEvent(() => userApi('GET', '/v1/customer/waiting-list', { query: { per_page: 100 } }))
  useEffect(() => {
    const run = { lang, current: true }
    const update = async () => {
      const result = await load()
      if (run.current && result.ok) setEntries(result.data)
    }
    void update()
    return () => {
      run.current = false
    }
  }, [lang])
  const [busy, leave] = useSubmit(async ({ uuid, event }: OwnEntry) => {
    setLeaving(uuid)
    const result = await userApi('DELETE', '/v1/customer/waiting-list/:uuid', { params: { uuid } })
    // It was left elsewhere.
    const isGone = result.ok || result.code === 'not_found'
    if (isGone) setEntries((before) => before.filter((entry) => entry.uuid !== uuid))
    setStatus(isGone ? t('my.waiting.left', { name: event.name }) : result.text)
    return isGone
  })
  if (entries.length === 0 && status === '') return null
  return (
    <section className={`${parts.card} ${parts.stack}`} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={css.caption}>
        {t('my.waiting.title')}
      </h2>
      <ul className={css.consents}>
        {entries.map((entry) => (
          <li key={entry.uuid} className={parts.apart}>
            <div>
              <p className={parts.strong}>
                <a href={`/order/${entry.event.slug}`}>
                  <UserText>{entry.event.name}</UserText>
                </a>
              </p>
              <p className={`${parts.small} ${parts.quiet}`}>
                {t(`my.waiting.${entry.kind}`, {
                  count: entry.quantity,
                  date: dayText(entry.event.starts_at, lang, entry.event.timezone),
                })}
              </p>
            </div>
            <button
              type="button"
              className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
              aria-label={t('my.waiting.leave_of', { name: entry.event.name })}
              aria-busy={busy && leaving === entry.uuid}
              onClick={() => leave(entry)}
            >
              {t('my.waiting.leave')}
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
