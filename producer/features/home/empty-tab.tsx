import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import type { Tab } from './use-home-location.ts'

interface EmptyTabProps {
  readonly tab: Tab
  readonly isNew: boolean
  readonly creates: boolean
}

/** Whether an empty tab has the button that creates an event, so that the screen has no second one. */
export const hasCreateButton = (tab: Tab, isNew: boolean): boolean => tab === 'coming' || (tab === 'drafts' && isNew)

/** Explains an empty tab and offers the next step. */
export function EmptyTab({ tab, isNew, creates }: EmptyTabProps) {
  const { t } = useTranslation('home')
  if (tab === 'archived') return <EmptyState title={t('empty.archived')} text={t('empty.archived_text')} />
  if (tab === 'cancelled') return <EmptyState title={t('empty.cancelled')} text={t('empty.cancelled_text')} />
  if (tab === 'past') return <EmptyState title={t('empty.past')} text={t('empty.past_text')} />
  if (!creates) return <EmptyState title={t('empty.scanner')} text={t('empty.scanner_text')} />
  const create = (
    <ButtonLink to="/create-event" icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
      {isNew ? t('empty.create_first') : t('create')}
    </ButtonLink>
  )
  if (tab === 'drafts')
    return (
      <EmptyState
        title={t('empty.drafts')}
        text={t('empty.drafts_text')}
        action={hasCreateButton(tab, isNew) ? create : undefined}
      />
    )
  return <EmptyState title={t('empty.coming')} text={isNew ? t('empty.first') : t('empty.again')} action={create} />
}
