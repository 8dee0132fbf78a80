import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './dock.module.css'
import { PlaceLinks } from './place-links.tsx'
import type { Session } from '../shared/session.ts'
import { dockOf, placesFor } from './places.ts'

/**
 * The bottom bar of phones and tablets: the most used places, and a drawer with the others. A phone's page with one main
 * action shows that action instead.
 */
export function Dock({ can, onMore }: { readonly can: Session['can']; readonly onMore: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <nav className={style.dock} aria-label={t('nav.main')} data-dock>
      <PlaceLinks places={dockOf(placesFor(can))} size={24} divided={false} />
      <button type="button" aria-haspopup="dialog" onClick={onMore}>
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
        <span>{t('nav.more')}</span>
      </button>
    </nav>
  )
}
