import { removeMember } from '@kartis/contract/accounts.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { IconDoorExit } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { storeWorkspace } from '../../shared/storage.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './team.module.css'

/** The team screen of members who do not manage the team: their own role, and leaving the team. */
export function LeaveTeam() {
  const { t } = useTranslation(['team', 'states'])
  const { user, account } = useSession()
  const leaving = useMutation({
    mutationFn: (uuid: string) => api(removeMember, { params: { uuid } }),
    onSuccess: () => {
      storeWorkspace(undefined)
      location.assign('/')
    },
  })
  const name = account?.name ?? ''
  const role = account && t(`states:role.${account.role}`)
  const leave = async () => {
    const yes = await confirm({
      title: t('confirm.leave_title', { account: name }),
      text: t('leave_own.how', { name }),
      action: t('leave'),
      danger: true,
    })
    if (yes && user) leaving.mutate(user.uuid)
  }
  return (
    <Page narrow>
      <PageHead title={t('leave_own.page')} eyebrow={name} />
      <Stack>
        <Card>
          <div className={style.own}>
            <Avatar name={user?.name ?? ''} />
            <div className={style.who}>
              <h3>
                {user?.name} {role && <Chip plain>{role}</Chip>}
              </h3>
              {role && <p>{t('leave_own.role', { name, role })}</p>}
              {account && <p>{t(`team:role_text.${account.role}`)}</p>}
            </div>
          </div>
        </Card>
        <Card title={t('leave_own.title')}>
          <Stack>
            <Soft>{t('leave_own.how', { name })}</Soft>
            <div>
              <Button
                look="danger"
                icon={<IconDoorExit size={20} stroke={1.75} aria-hidden />}
                busy={leaving.isPending || leaving.isSuccess}
                onClick={() => void leave()}
              >
                {t('leave_own.title')}
              </Button>
            </div>
          </Stack>
        </Card>
      </Stack>
    </Page>
  )
}
