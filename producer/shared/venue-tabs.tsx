import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SectionTabs } from './section-tabs.tsx'
import { useSession } from './session.ts'

const TABS = [
  { path: '/venues', needs: 'venue.list', title: 'venues' },
  { path: '/venue-templates', needs: 'venue.edit', title: 'venue_templates' },
] as const

/** Venues, and the templates of their seat maps. */
export function VenueTabs() {
  const { t } = useTranslation('shell')
  const { can } = useSession()
  const at = useLocation({ select: ({ pathname }) => pathname })
  const tabs = TABS.filter(({ needs }) => can[needs]).map(({ path, title }) => ({
    path,
    text: t(`titles.${title}`),
    current: path === at,
  }))
  return tabs.length > 1 && <SectionTabs tabs={tabs} label={t('nav.places.venues')} />
}
