import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../shared/session.ts'
import { PlaceLinks } from './place-links.tsx'
import { placesFor } from './places.ts'
import style from './rail.module.css'

interface RailProps {
  readonly account: NonNullable<Session['account']>
  readonly can: Session['can']
  readonly onSwitch: () => void
}

/** The side rail of a desktop: the account with its switcher, and the places of the account. */
export function Rail({ account, can, onSwitch }: RailProps) {
  const { t } = useTranslation('shell')
  return (
    <aside className={style.rail}>
      <div className={style.inside}>
        <button type="button" className={style.account} aria-haspopup="dialog" onClick={onSwitch}>
          <Avatar name={account.name} square />
          <span>
            <b>
              <UserText>{account.name}</UserText>
            </b>
            <span>{t(`nav.roles.${account.role}`)}</span>
          </span>
          <span className="visually-hidden">{t('nav.switch')}</span>
          <IconSelector size={18} stroke={1.75} aria-hidden />
        </button>
        <nav className={style.places} aria-label={t('nav.main')}>
          <PlaceLinks places={placesFor(can)} size={22} />
        </nav>
      </div>
    </aside>
  )
}
