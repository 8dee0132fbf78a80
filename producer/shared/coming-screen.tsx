import { EmptyState } from '@kartis/ui/parts/empty-state.tsx'
import { Page } from '@kartis/ui/parts/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './links.tsx'
import { PageHead } from './page-head.tsx'

/** A screen of the route table that is not built yet says so, and leads home. */
export function ComingScreen() {
  const { t } = useTranslation('shell')
  return (
    <Page>
      <PageHead />
      <EmptyState
        title={t('coming.title')}
        text={t('coming.text')}
        action={<ButtonLink to="/">{t('coming.home')}</ButtonLink>}
      />
    </Page>
  )
}
