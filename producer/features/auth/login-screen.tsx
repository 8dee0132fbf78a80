import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { AuthFrame } from './auth-frame.tsx'
import style from './auth-frame.module.css'
import { PhoneEntry } from './phone-entry.tsx'

export function LoginScreen() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  usePageTitle(useRouteTitle())
  return (
    <AuthFrame scene="login" title={t('login.title')} text={t('login.text')}>
      <PhoneEntry onSent={() => void navigate({ to: '/login-verify-code' })} />
      <p className={style.foot}>
        <span>
          {t('login.no_account')} <Link to="/register">{t('login.register')}</Link>
        </span>
        <span>
          {t('login.buyer')} <a href="/order">{t('login.events')}</a>
        </span>
      </p>
    </AuthFrame>
  )
}
