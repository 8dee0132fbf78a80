import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Logo } from '@kartis/ui/components/logo.tsx'
import { useModal } from '@kartis/ui/components/use-modal.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconBuildingStore, IconChevronDown, IconChevronLeft, IconLogout, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { countUnsent } from '../shared/offline/cached-pages.ts'
import { LanguageChoice, ThemeChoice } from '../shared/preferences.tsx'
import { sessionQuery, signOut } from '../shared/session.ts'
import { AccountSwitch } from './account-switch.tsx'
import { PlaceLinks } from './place-links.tsx'
import { type Destination, placesFor } from './places.ts'
import style from './user-menu.module.css'

/** What opened the menu: it is shown beside it. */
export type MenuFrom = 'head' | 'rail' | 'dock'

interface UserMenuProps {
  readonly openFrom: MenuFrom | undefined
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** Name and account at the end of the header; opens a popup on a desktop and a side panel on a phone. */
export function UserMenu({ openFrom, onOpen, onClose }: UserMenuProps) {
  const { t } = useTranslation('shell')
  const { data: session } = useQuery(sessionQuery)
  const open = openFrom !== undefined
  const dialog = useModal({ open, onClose })
  if (!session?.user) return null // the screen below shows the error
  const { user, account } = session
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.phone.phone_national
  const accountName = account?.name ?? t('menu.no_account')
  return (
    <>
      <button type="button" className={style.who} aria-haspopup="dialog" aria-expanded={open} onClick={onOpen}>
        <Avatar name={name} />
        <span className="visually-hidden">{t('menu.open')}</span>
        <span className={style.whoText}>
          <b>
            <UserText>{name}</UserText>
          </b>
          <span className={style.soft}>
            <UserText>{accountName}</UserText>
          </span>
        </span>
        <IconChevronDown className={style.wideOnly} size={20} stroke={1.75} aria-hidden />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the press is on the backdrop; Escape does the same */}
      <dialog
        ref={dialog}
        className={style.menu}
        data-from={openFrom}
        aria-label={t('menu.open')}
        onClose={onClose}
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        {open && (
          <MenuContent
            name={name}
            isMember={account !== null}
            // the rail stands beside its popup and shows them already
            places={account === null || openFrom === 'rail' ? [] : placesFor(session.can)}
            onClose={onClose}
          />
        )}
      </dialog>
    </>
  )
}

interface MenuContentProps {
  readonly name: string
  readonly isMember: boolean
  readonly places: readonly Destination[]
  readonly onClose: () => void
}

/** Signing out deletes the data stored on this device, so it asks first when scans are still unsent. */
const useLeave = (): (() => Promise<void>) => {
  const { t } = useTranslation('shell')
  return async () => {
    if ((await countUnsent()) > 0) await (await import('../shared/check-in/scan-queue.ts')).sendQueuedScans()
    const count = await countUnsent()
    const question = {
      title: t('unsent.title'),
      text: t('unsent.text', { count }),
      action: t('unsent.action'),
      danger: true,
    }
    if (count === 0 || (await confirm(question))) await signOut()
  }
}

function MenuContent({ name, isMember, places, onClose }: MenuContentProps) {
  const { t } = useTranslation('shell')
  const leave = useLeave()
  return (
    <div className={style.inside}>
      <div className={`${style.head} ${style.phoneOnly}`}>
        <Logo />
        <IconButton bare label={t('close', { ns: 'components' })} onClick={onClose}>
          <IconX size={22} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <Link to="/user-profile" className={style.top}>
        <Avatar name={name} />
        <span>
          <b>
            <UserText>{name}</UserText>
          </b>
          <span className={style.small}>{t('menu.to_profile')}</span>
        </span>
        <IconChevronLeft className={style.forward} size={20} stroke={1.75} aria-hidden />
      </Link>
      <AccountSwitch />
      <nav className={style.list} aria-label={t('menu.open')}>
        <PlaceLinks places={places} size={20} />
        <Link to="/create-account/company-details">
          <IconBuildingStore size={20} stroke={1.75} aria-hidden />
          {isMember ? t('menu.new_account') : t('menu.first_account')}
        </Link>
      </nav>
      <div className={style.settings}>
        <LanguageChoice />
        <ThemeChoice />
      </div>
      <div className={`${style.list} ${style.end}`}>
        <button type="button" className={style.out} onClick={() => void leave()}>
          <IconLogout className={style.outIcon} size={20} stroke={1.75} aria-hidden />
          {t('menu.logout')}
        </button>
      </div>
    </div>
  )
}
