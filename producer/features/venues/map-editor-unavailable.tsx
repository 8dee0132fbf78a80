import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'

/** Shown in place of the seat map editor, which is not available yet. */
export function MapEditorUnavailable() {
  const { t } = useTranslation('venues')
  return (
    <Page>
      <PageHead />
      <EmptyState
        title={t('editor.title')}
        text={t('editor.text')}
        action={
          <>
            <ButtonLink to="/venue-templates">{t('editor.templates')}</ButtonLink>
            <ButtonLink to="/create-event/$type/setup" params={{ type: 'tickets' }} look="line">
              {t('editor.tickets')}
            </ButtonLink>
          </>
        }
      />
    </Page>
  )
}
