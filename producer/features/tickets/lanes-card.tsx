import type { Event } from '@kartis/contract/events.ts'
import { MAX_LANES, type OfflinePolicy } from '@kartis/domain/lanes.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useTranslation } from 'react-i18next'
import { CountForm } from './count-form.tsx'
import { gatesWithin, readLanes } from './gate-drafts.ts'
import { laneChangeOf, useLaneQuestion } from './lane-question.ts'
import { useSaveGateSettings } from './ticket-queries.ts'

const FIRST_LANES = 2

interface Policy {
  readonly offline: OfflinePolicy
  readonly lanes: number
}

/** What devices without a network do: trust each other, or admit tickets of their own lane only. */
export function LanesCard({ event }: { readonly event: Event }) {
  const { t } = useTranslation('gate')
  const { offline = 'trust', lanes = FIRST_LANES } = event.settings?.check_in ?? {}
  const saving = useSaveGateSettings(event.uuid)
  const mayChange = useLaneQuestion(event)
  const save = async (policy: Policy): Promise<void> => {
    if (!(await mayChange(laneChangeOf({ offline, lanes }, policy)))) return
    const gates = event.settings?.gates
    const fitting = gates && policy.offline === 'lanes' && { gates: gatesWithin(gates, policy.lanes) }
    saving.mutate(
      { check_in: policy, ...fitting },
      { onSuccess: () => showToast({ state: 'good', text: t('offline.saved') }) },
    )
  }
  return (
    <Card title={t('offline.title')}>
      <Stack>
        <ChoicePills
          label={t('offline.title')}
          quietLabel
          choices={(['trust', 'lanes'] as const).map((value) => ({
            value,
            label: t(`offline.${value}`),
            disabled: saving.isPending,
          }))}
          value={offline}
          onChange={(chosen) => void save({ offline: chosen, lanes })}
        />
        <Soft small>{t(`offline.${offline}_text`)}</Soft>
        {offline === 'lanes' && (
          <>
            <CountForm
              key={lanes}
              required
              label={t('offline.count')}
              hint={t('offline.count_hint')}
              wrong={t('offline.wrong', { most: MAX_LANES })}
              save={t('offline.save')}
              saved={String(lanes)}
              isValid={(text) => readLanes(text) !== undefined}
              busy={saving.isPending}
              onSave={(text) => void save({ offline, lanes: readLanes(text) ?? lanes })}
            />
            <Soft small>{t('offline.change')}</Soft>
          </>
        )}
      </Stack>
    </Card>
  )
}
