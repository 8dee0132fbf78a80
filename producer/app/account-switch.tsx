import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchAccount, useSession } from '../shared/session.ts'
import style from './user-menu.module.css'

const TONES = ['accent', 'spark', 'good'] as const
/** Longer lists are collapsed to the active account. */
const OPEN_UP_TO = 4

/** Shows the current account and switches to another one, which reloads the page. */
export function AccountSwitch() {
  const { t } = useTranslation('shell')
  const { user, account } = useSession()
  const accounts = user?.accounts ?? []
  const [unfolded, setUnfolded] = useState(accounts.length <= OPEN_UP_TO)
  if (accounts.length === 0) return <p className={`${style.accounts} ${style.small}`}>{t('menu.no_account')}</p>
  const shown = unfolded ? accounts : accounts.filter(({ uuid }) => uuid === account?.uuid)
  return (
    <div className={style.accounts}>
      <button
        type="button"
        aria-expanded={unfolded}
        disabled={accounts.length === 1}
        onClick={() => setUnfolded(!unfolded)}
      >
        {t('menu.account')}
        {accounts.length > 1 && (
          <IconChevronDown className={unfolded ? style.turned : undefined} size={18} stroke={1.75} aria-hidden />
        )}
      </button>
      <div className={style.list} role="radiogroup" aria-label={t('menu.account')}>
        {shown.map(({ uuid, name }) => {
          const active = uuid === account?.uuid
          return (
            <button
              key={uuid}
              type="button"
              role="radio"
              aria-checked={active}
              onClick={() => !active && switchAccount(uuid)}
            >
              <Avatar
                name={name}
                square
                tone={TONES[accounts.findIndex((item) => item.uuid === uuid) % TONES.length]}
              />
              <span>
                <UserText>{name}</UserText>
              </span>
              {active && <IconCheck className={style.check} size={20} stroke={1.75} aria-hidden />}
            </button>
          )
        })}
      </div>
    </div>
  )
}
