import { Button } from '@kartis/ui/components/button.tsx'
import { Logo } from '@kartis/ui/components/logo.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { version } from '../package.json'
import { offline } from '../shared/connection.ts'
import { LanguageChoice } from '../shared/preferences.tsx'
import { isSignedIn, sessionQuery } from '../shared/session.ts'
import { SupportContact } from '../shared/support-contact.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import style from './shell.module.css'
import type { MenuFrom } from './user-menu.tsx'
import { newVersion, activateNewVersion } from './service-worker.ts'

/** What only members see: its code is not part of the first screen of a visitor, and is loaded at once for a member. */
const loadMenu = () => import('./user-menu.tsx')
const loadRail = () => import('./rail.tsx')
const loadDock = () => import('./dock.tsx')
if (isSignedIn()) void Promise.all([loadMenu(), loadRail(), loadDock()])
const UserMenu = lazy(async () => ({ default: (await loadMenu()).UserMenu }))
const Rail = lazy(async () => ({ default: (await loadRail()).Rail }))
const Dock = lazy(async () => ({ default: (await loadDock()).Dock }))

/** The session of a signed-in visitor, once it is loaded. */
const useKnownSession = () => useQuery({ ...sessionQuery, enabled: isSignedIn() }).data

/** Header with logo and user menu, the navigation of the account, the screen, the footer. */
export function MainLayout({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation('shell')
  const session = useKnownSession()
  const address = useRouterState({ select: (state) => state.location.href })
  const [menu, setMenu] = useState<{ readonly from: MenuFrom; readonly at: string }>()
  const openMenu = (from: MenuFrom) => () => setMenu({ from, at: address })
  const account = session?.user ? session.account : null
  return (
    <div className={style.shell} data-member={account !== null || undefined}>
      <a className={style.skip} href="#screen">
        {t('skip')}
      </a>
      <header className={style.bar}>
        <div className={style.inside}>
          <Link to="/" aria-label={t('home')} className={style.logo}>
            <Logo />
          </Link>
          {isSignedIn() ? (
            <Suspense>
              <UserMenu
                openFrom={menu?.at === address ? menu.from : undefined} // navigation closes it
                onOpen={openMenu('head')}
                onClose={() => setMenu(undefined)}
              />
            </Suspense>
          ) : (
            <LanguageChoice />
          )}
        </div>
      </header>
      <Suspense>
        {account && session && <Rail account={account} can={session.can} onSwitch={openMenu('rail')} />}
      </Suspense>
      <div className={style.lines}>
        <OfflineLine />
        <VersionLine />
      </div>
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
      <Suspense>{account && session && <Dock can={session.can} onMore={openMenu('dock')} />}</Suspense>
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
