import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Logo } from '@kartis/ui/components/logo.tsx'
import { useModal } from '@kartis/ui/components/use-modal.ts'
import {
  IconBuildingStore,
  IconCashRegister,
  IconChartLine,
  IconChevronDown,
  IconChevronLeft,
  IconClipboardList,
  IconLogout,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnsent } from '../shared/offline/cached-pages.ts'
import { LanguageChoice, ThemeChoice } from '../shared/preferences.tsx'
import { type Session, sessionQuery, signOut } from '../shared/session.ts'
import { AccountSwitch } from './account-switch.tsx'
import style from './user-menu.module.css'

/** Name and account at the end of the header; opens a popup on a desktop and a side panel on a phone. */
export function UserMenu() {
  const { t } = useTranslation('shell')
  const { data: session } = useQuery(sessionQuery)
  const path = useRouterState({ select: (state) => state.location.href })
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === path // navigation closes it
  const close = () => setOpenAt(undefined)
  const dialog = useModal({ open, onClose: close })
  if (!session?.user) return null // the screen below shows the error
  const { user, account } = session
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.phone.phone_national
  const accountName = account?.name ?? t('menu.no_account')
  return (
    <>
      <button
        type="button"
        className={style.who}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(path)}
      >
        <Avatar name={name} />
        <span className="visually-hidden">{t('menu.open')}</span>
        <span className={style.whoText}>
          <b>{name}</b>
          <span className={style.soft}>{accountName}</span>
        </span>
        <IconChevronDown className={style.wideOnly} size={20} stroke={1.75} aria-hidden />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the press is on the backdrop; Escape does the same */}
      <dialog
        ref={dialog}
        className={style.menu}
        aria-label={t('menu.open')}
        onClose={close}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        {open && <MenuContent name={name} can={session.can} member={account !== null} onClose={close} />}
      </dialog>
    </>
  )
}

interface MenuContentProps {
  readonly name: string
  /** In the chosen account. */
  readonly can: Session['can']
  /** Of any account. */
  readonly member: boolean
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

function MenuContent({ name, can, member, onClose }: MenuContentProps) {
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
          <b>{name}</b>
          <span className={style.small}>{t('menu.to_profile')}</span>
        </span>
        <IconChevronLeft className={style.forward} size={20} stroke={1.75} aria-hidden />
      </Link>
      <AccountSwitch />
      <nav className={style.list} aria-label={t('menu.open')}>
        {can['team.list'] && (
          <Link to="/settings/user-management">
            <IconUsers size={20} stroke={1.75} aria-hidden />
            {t('menu.users')}
          </Link>
        )}
        {member && !can['team.list'] && (
          <Link to="/settings/user-management">
            <IconUsers size={20} stroke={1.75} aria-hidden />
            {t('menu.my_team')}
          </Link>
        )}
        {can['form.list'] && (
          <Link to="/forms">
            <IconClipboardList size={20} stroke={1.75} aria-hidden />
            {t('menu.forms')}
          </Link>
        )}
        {can['report.account'] && (
          <Link to="/reports">
            <IconChartLine size={20} stroke={1.75} aria-hidden />
            {t('menu.reports')}
          </Link>
        )}
        {can['register.use'] && (
          <Link to="/cashier">
            <IconCashRegister size={20} stroke={1.75} aria-hidden />
            {t('menu.cashier')}
          </Link>
        )}
        <Link to="/create-account/company-details">
          <IconBuildingStore size={20} stroke={1.75} aria-hidden />
          {t('menu.new_account')}
        </Link>
      </nav>
      <div className={style.settings}>
        <LanguageChoice />
        <ThemeChoice />
      </div>
      <div className={`${style.list} ${style.end}`}>
        <button type="button" className={style.out} onClick={() => void leave()}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          {t('menu.logout')}
        </button>
      </div>
    </div>
  )
}
