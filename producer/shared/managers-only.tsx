import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './links.tsx'
import { PageHead } from './page-head.tsx'

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

interface ManagersOnlyProps {
  readonly title: string
  readonly text: string
  readonly home: string
}

/** The same with words of the screen's own: what is behind it, and whom to ask for it. */
export function ManagersOnly({ title, text, home }: ManagersOnlyProps) {
  return (
    <Page narrow>
      <PageHead />
      <ErrorState
        title={title}
        text={text}
        action={
          <ButtonLink to="/" look="line">
            {home}
          </ButtonLink>
        }
      />
    </Page>
  )
}
