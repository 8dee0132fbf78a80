import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './links.tsx'
import { PageHead } from './page-head.tsx'

/** Shown instead of a screen that the role may not open. */
export function Forbidden() {
  const { t } = useTranslation(['errors', 'shell'])
  return (
    <Page>
      <PageHead />
      <ErrorState
        title={t('errors:forbidden')}
        text={t('shell:forbidden.text')}
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

/** The same with texts of the screen: what it holds and whom to ask for access. */
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
