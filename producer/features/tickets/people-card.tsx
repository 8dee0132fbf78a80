import type { Event } from '@kartis/contract/events.ts'
import { GATE_PEOPLE } from '@kartis/domain/gate-people.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useTranslation } from 'react-i18next'
import { useSaveGateSettings } from './ticket-queries.ts'

/** Whether devices at the gate may have the names of guests for hours without a network. */
export function PeopleCard({ event }: { readonly event: Event }) {
  const { t } = useTranslation('gate-people')
  const saving = useSaveGateSettings(event.uuid)
  return (
    <Card title={t('setting.title')}>
      <Stack>
        <SwitchRow
          label={t('setting.switch')}
          hint={t('setting.hint')}
          checked={event.settings?.people_offline === true}
          disabled={saving.isPending}
          onChange={(on) =>
            saving.mutate(
              { people_offline: on },
              { onSuccess: () => showToast({ state: 'good', text: t(on ? 'setting.on' : 'setting.off') }) },
            )
          }
        />
        <Soft small>{t('setting.text', { hours: GATE_PEOPLE.hoursAfterEvent })}</Soft>
      </Stack>
    </Card>
  )
}
