import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { SunsetArt } from './auth-art.tsx'
import style from './auth-screen.module.css'

/** Landing screen: log in or register; whoever came to buy goes on to the events. */
export function AuthScreen() {
  const { t } = useTranslation('auth')
  usePageTitle(useRouteTitle())
  return (
    <Page>
      <section className={style.hero}>
        <SunsetArt className={style.picture} />
        <div className={style.shade} />
        <h1>{t('landing.title')}</h1>
        <p>{t('landing.text')}</p>
        <div className={style.ways}>
          <ButtonLink to="/login" size="big">
            {t('landing.login')}
          </ButtonLink>
          <ButtonLink to="/register" size="big" look="line">
            {t('landing.register')}
          </ButtonLink>
        </div>
      </section>
      <p className={style.buyer}>
        {t('login.buyer')} <a href="/order">{t('login.events')}</a>
      </p>
    </Page>
  )
}
