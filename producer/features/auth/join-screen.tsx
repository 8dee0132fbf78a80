import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { isSignedIn } from '../../shared/session.ts'
import { AuthFrame } from './auth-frame.tsx'
import style from './auth-frame.module.css'
import { CodeEntry, SentTo } from './code-entry.tsx'
import { JoinTeam } from './join-team.tsx'
import { PhoneEntry } from './phone-entry.tsx'
import { dropPendingCode, type PendingCode, readPendingCode } from './pending-code.ts'

/**
 * The link of an invitation to a team: phone, code, name, and in. Nobody who was invited has to sign up or to open an
 * account.
 */
export function JoinScreen() {
  const { t } = useTranslation('auth')
  usePageTitle(useRouteTitle())
  const [signedIn, setSignedIn] = useState(isSignedIn)
  const [pending, setPending] = useState<PendingCode | undefined>(readPendingCode)
  const changeNumber = () => {
    dropPendingCode()
    setPending(undefined)
  }
  if (signedIn)
    return (
      <AuthFrame scene="verify" title={t('join.title')} text={t('join.waiting')}>
        <JoinTeam />
      </AuthFrame>
    )
  if (pending)
    return (
      <AuthFrame scene="verify" title={t('verify.title')} text={<SentTo pending={pending} />}>
        <CodeEntry
          key={pending.phonesId}
          pending={pending}
          onResent={setPending}
          onSignedIn={() => setSignedIn(true)}
          change={
            <button type="button" className={style.link} onClick={changeNumber}>
              {t('verify.change')}
            </button>
          }
        />
      </AuthFrame>
    )
  return (
    <AuthFrame scene="login" title={t('join.title')} text={t('join.text')}>
      <PhoneEntry onSent={setPending} />
      <p className={style.foot}>
        <span>
          {t('join.not_invited')} <Link to="/login">{t('join.login')}</Link>
        </span>
      </p>
    </AuthFrame>
  )
}
