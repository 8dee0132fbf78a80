import { leaveGate } from '@kartis/contract/gate-devices.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { readUnsettledScans, sendQueuedScans, unsettledScans } from './scan-queue.ts'
import { offline } from '../connection.ts'
import { endGateDevice } from '../end-gate-device.ts'
import { LanguageChoice } from '../preferences.tsx'
import { useMutation } from '../use-mutation.ts'

/** The phone of a helper: its language, and the end of its evening. What it scanned is sent before it leaves. */
export function OwnPhone({ event }: { readonly event: string }) {
  const { t } = useTranslation('gate-devices')
  const isOffline = offline.use()
  const leaving = useMutation({
    mutationFn: async (): Promise<boolean> => {
      await sendQueuedScans()
      if ((await readUnsettledScans()).waiting.length > 0) return false
      await api(leaveGate, { params: { uuid: event }, body: { waiting: 0 } })
      await endGateDevice()
      return true
    },
    onSuccess: (hasLeft) => {
      if (!hasLeft) showToast({ state: 'bad', text: t('own.failed') })
    },
  })
  const leave = async () => {
    const count = unsettledScans.read().waiting.length
    const question = {
      title: t('own.confirm_title'),
      text: count > 0 ? t('own.confirm', { count }) : t('own.confirm_none'),
      action: t('own.action'),
      danger: true,
    }
    if (await confirm(question)) leaving.mutate()
  }
  return (
    <Card title={t('own.title')}>
      <Stack>
        <LanguageChoice />
        <Soft small>{t(isOffline ? 'own.offline' : 'own.text')}</Soft>
        <Button
          look="line"
          full
          disabled={isOffline}
          busy={leaving.isPending}
          icon={<IconLogout size={20} stroke={1.75} aria-hidden />}
          onClick={() => void leave()}
        >
          {t('own.leave')}
        </Button>
      </Stack>
    </Card>
  )
}
