import { ErrorState } from '@kartis/ui/parts/error-state.tsx'
import { Page } from '@kartis/ui/parts/layout.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './links.tsx'
import { PageHead } from './page-head.tsx'
import { useSession } from './session.ts'

/** A screen for managers. A scanner who comes by an old link is told so; nothing is asked of the server, which would refuse. */
export function ManagersOnly({ children }: { readonly children: ReactNode }) {
  return useSession().account?.role === 'scanner' ? <Forbidden /> : children
}

/** In the place of a screen that is not for this role. */
export function Forbidden() {
  const { t } = useTranslation(['errors', 'shell'])
  return (
    <Page>
      <PageHead />
      <ErrorState
        title={t('errors:forbidden')}
        text=""
        code="forbidden"
        action={<ButtonLink to="/">{t('shell:not_found.home')}</ButtonLink>}
      />
    </Page>
  )
}
