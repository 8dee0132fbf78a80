import { ErrorState } from '@kartis/ui/parts/error-state.tsx'
import { Page } from '@kartis/ui/parts/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'

/** Money is the managers' business; a scanner is told so instead of being refused by the server. */
export function ManagersAlone() {
  const { t } = useTranslation('reports')
  return (
    <Page narrow>
      <PageHead />
      <ErrorState
        title={t('forbidden.title')}
        text={t('forbidden.text')}
        action={
          <ButtonLink to="/" look="line">
            {t('forbidden.home')}
          </ButtonLink>
        }
      />
    </Page>
  )
}
