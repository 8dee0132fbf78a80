import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CodeEntry, SentTo } from './code-entry.tsx'
import { readPendingCode } from './pending-code.ts'

export function VerifyScreen() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const [pending, setPending] = useState(readPendingCode)
  usePageTitle(useRouteTitle())
  if (pending === undefined) return <Navigate to="/login" replace />
  return (
    <AuthFrame scene="verify" title={t('verify.title')} text={<SentTo pending={pending} />}>
      <CodeEntry
        key={pending.phonesId}
        pending={pending}
        onResent={setPending}
        // an unfinished registration or a waiting invitation comes first: the guard of the home screen knows
        onSignedIn={() => navigate({ to: '/', replace: true })}
        change={<Link to="/login">{t('verify.change')}</Link>}
      />
    </AuthFrame>
  )
}
