import { Button } from '@kartis/ui/components/button.tsx'
import { Logo } from '@kartis/ui/components/logo.tsx'
import { Link, Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { version } from '../package.json'
import { offline } from '../shared/connection.ts'
import { LanguageChoice } from '../shared/preferences.tsx'
import { isSignedIn } from '../shared/session.ts'
import { SupportContact } from '../shared/support-contact.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import style from './shell.module.css'
import { UserMenu } from './user-menu.tsx'
import { newVersion, activateNewVersion } from './service-worker.ts'

/** Header with logo and user menu, the screen, the footer. */
export function MainLayout({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <div className={style.shell}>
      <a className={style.skip} href="#screen">
        {t('skip')}
      </a>
      <header className={style.bar}>
        <div className={style.inside}>
          <Link to="/" aria-label={t('home')}>
            <Logo />
          </Link>
          {isSignedIn() ? <UserMenu /> : <LanguageChoice />}
        </div>
      </header>
      <OfflineLine />
      <VersionLine />
      <main className={style.main} id="screen" tabIndex={-1}>
        <Suspense fallback={<ScreenSkeleton />}>{children ?? <Outlet />}</Suspense>
      </main>
      <footer className={style.foot}>
        <div className={style.inside}>
          <span>{t('footer')}</span>
          <SupportContact />
          <span>{t('version', { version })}</span>
        </div>
      </footer>
    </div>
  )
}

/** A status line instead of a dialog, so that work in progress is not interrupted. */
function VersionLine() {
  const { t } = useTranslation('shell')
  return (
    <div role="status">
      {newVersion.use() && (
        <p className={style.version}>
          {t('new_version.text')}
          <Button look="bare" onClick={activateNewVersion}>
            {t('new_version.reload')}
          </Button>
        </p>
      )}
    </div>
  )
}

function OfflineLine() {
  const { t } = useTranslation('shell')
  return <div role="status">{offline.use() && <p className={style.offline}>{t('offline')}</p>}</div>
}
