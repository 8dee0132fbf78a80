import { removeMember } from '@kartis/contract/accounts.ts'
import { Button } from '@kartis/ui/parts/button.tsx'
import { Card } from '@kartis/ui/parts/card.tsx'
import { confirm } from '@kartis/ui/parts/confirm.ts'
import { Page, Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { IconDoorExit } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { reloadWithoutWorkspace } from '../../shared/leave.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'

/** What a scanner may do in the team: know where he is, and leave. */
export function LeaveTeam() {
  const { t } = useTranslation('team')
  const { user, account } = useSession()
  const leaving = useMutation({
    mutationFn: (uuid: string) => api(removeMember, { params: { uuid } }),
    onSuccess: reloadWithoutWorkspace,
  })
  const name = account?.name ?? ''
  const leave = async () => {
    const yes = await confirm({
      title: t('leave_own.title'),
      text: t('leave_own.text', { name }),
      action: t('leave_own.action'),
      danger: true,
    })
    if (yes && user) leaving.mutate(user.uuid)
  }
  return (
    <Page narrow>
      <PageHead eyebrow={name} />
      <Card>
        <Stack>
          <Soft>{t('leave_own.role', { name })}</Soft>
          <Button
            look="danger"
            icon={<IconDoorExit size={20} stroke={1.75} aria-hidden />}
            busy={leaving.isPending}
            onClick={() => void leave()}
          >
            {t('leave_own.title')}
          </Button>
        </Stack>
      </Card>
    </Page>
  )
}
