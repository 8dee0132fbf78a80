import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { PhoneText } from '@kartis/ui/components/phone-text.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import {
  IconBuildingBank,
  IconBuildingStore,
  IconChevronLeft,
  IconClipboardList,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import style from './profile.module.css'

const PLACES = [
  { to: '/user-profile', key: 'personal', Icon: IconUser, managers: false },
  { to: '/company', key: 'company', Icon: IconBuildingBank, managers: false },
  { to: '/settings/user-management', key: 'team', Icon: IconUsers, managers: false },
  { to: '/forms', key: 'forms', Icon: IconClipboardList, managers: true },
  { to: '/create-account/company-details', key: 'new_account', Icon: IconBuildingStore, managers: false },
] as const

/** Links to everything about the user and the account. */
export function ProfileScreen() {
  const { t } = useTranslation('profile')
  const { user, account, can } = useSession()
  if (!user || !account) return null // the route requires an account
  const manages = can['team.list'] === true
  return (
    <Page narrow>
      <PageHead />
      <Stack>
        <Card>
          <div className={style.person}>
            <Avatar name={user.name} />
            <div>
              <h2>
                <UserText>{user.name}</UserText>
              </h2>
              <p>{t(`hub.role_${account.role}`, { account: account.name })}</p>
              <p>
                <PhoneText phone={user.phone.phone_number} />
              </p>
            </div>
          </div>
        </Card>
        <nav className={style.places} aria-label={t('hub.personal')}>
          {PLACES.filter(({ managers }) => manages || !managers).map(({ to, key, Icon }) => (
            <Link key={to} to={to}>
              <Icon size={24} stroke={1.75} aria-hidden />
              <span>
                <b>{key === 'team' && !manages ? t('hub.my_team') : t(`hub.${key}`)}</b>
                <span>
                  {manages || (key !== 'company' && key !== 'team') ? t(`hub.${key}_text`) : t(`hub.${key}_scanner`)}
                </span>
              </span>
              <IconChevronLeft className={style.forward} size={20} stroke={1.75} aria-hidden />
            </Link>
          ))}
        </nav>
      </Stack>
    </Page>
  )
}
