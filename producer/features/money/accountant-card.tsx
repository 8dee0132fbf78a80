import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { useSession } from '../../shared/session.ts'
import style from './money.module.css'

/** Invites an accountant by phone, with the role for money, as the team's invitations do. */
export function AccountantCard() {
  const { t } = useTranslation('money')
  const { can } = useSession()
  if (!can['team.edit']) return null
  return (
    <Card title={t('accountant.title')}>
      <Stack>
        <Soft>{t('accountant.text')}</Soft>
        <div className={style.acts}>
          <PathLink path="/add-user?role=finance" className={buttonClass({ look: 'line' })}>
            <IconUserPlus size={20} stroke={1.75} aria-hidden />
            {t('accountant.invite')}
          </PathLink>
        </div>
      </Stack>
    </Card>
  )
}
