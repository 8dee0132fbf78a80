import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './dock.module.css'
import { PlaceLinks } from './place-links.tsx'
import { dockOf, type Destination } from './places.ts'

/**
 * The bottom bar of phones and tablets: the most used places, and a drawer with the others. A phone's page with one main
 * action shows that action instead.
 */
export function Dock({ places, onMore }: { readonly places: readonly Destination[]; readonly onMore: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <nav className={style.dock} aria-label={t('nav.main')} data-dock>
      <PlaceLinks places={dockOf(places)} size={24} divided={false} />
      <button type="button" aria-haspopup="dialog" onClick={onMore}>
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
        <span>{t('nav.more')}</span>
      </button>
    </nav>
  )
}
