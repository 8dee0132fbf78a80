import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../shared/links.tsx'
import { MainLayout } from './shell.tsx'
import { usePageTitle } from '../shared/page-title.ts'

export function NotFoundScreen() {
  const { t } = useTranslation('shell')
  usePageTitle(t('titles.not_found'))
  return (
    <MainLayout>
      <Page narrow>
        <EmptyState
          isWholePage
          title={t('not_found.title')}
          text={t('not_found.text')}
          action={<ButtonLink to="/">{t('not_found.home')}</ButtonLink>}
        />
      </Page>
    </MainLayout>
  )
}
