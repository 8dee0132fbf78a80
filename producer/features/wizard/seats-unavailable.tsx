import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'

/** Shown for seated events, which are not available yet. */
export function SeatsUnavailable() {
  const { t } = useTranslation('wizard')
  return (
    <Page>
      <PageHead title={t('type.seats.title')} eyebrow={t('eyebrow.create')} back="/create-event" step={false} />
      <EmptyState
        title={t('seats.title')}
        text={t('seats.text')}
        action={
          <>
            <ButtonLink to="/create-event/$type/setup" params={{ type: 'tickets' }}>
              {t('seats.action')}
            </ButtonLink>
            <ButtonLink to="/create-event" look="line">
              {t('seats.back')}
            </ButtonLink>
          </>
        }
      />
    </Page>
  )
}
