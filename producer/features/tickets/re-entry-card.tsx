import type { Event } from '@kartis/contract/events.ts'
import { MAX_ENTRIES_PER_DAY, RE_ENTRY_POLICIES } from '@kartis/domain/re-entry.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useTranslation } from 'react-i18next'
import { CountForm } from './count-form.tsx'
import { readEntries } from './gate-drafts.ts'
import { useSaveGateSettings } from './ticket-queries.ts'

/** Whether a ticket that has entered may enter again, and how often on one day. */
export function ReEntryCard({ event }: { readonly event: Event }) {
  const { t } = useTranslation('gate')
  const { policy, entries_per_day: perDay } = event.settings?.re_entry ?? { policy: 'never', entries_per_day: null }
  const saving = useSaveGateSettings(event.uuid)
  const save = (rules: { readonly policy: typeof policy; readonly entries_per_day: number | null }): void =>
    saving.mutate({ re_entry: rules }, { onSuccess: () => showToast({ state: 'good', text: t('again.saved') }) })
  return (
    <Card title={t('again.title')}>
      <Stack>
        <ChoicePills
          label={t('again.title')}
          quietLabel
          choices={RE_ENTRY_POLICIES.map((value) => ({
            value,
            label: t(`again.${value}`),
            disabled: saving.isPending,
          }))}
          value={policy}
          onChange={(chosen) => save({ policy: chosen, entries_per_day: perDay })}
        />
        <Soft small>{t(`again.${policy}_text`)}</Soft>
        {policy !== 'never' && (
          <CountForm
            key={perDay}
            label={t('again.per_day')}
            hint={t('again.per_day_hint')}
            wrong={t('again.wrong', { most: MAX_ENTRIES_PER_DAY })}
            save={t('again.save')}
            saved={perDay === null ? '' : String(perDay)}
            isValid={(text) => text.trim() === '' || readEntries(text) !== undefined}
            busy={saving.isPending}
            onSave={(text) => save({ policy, entries_per_day: readEntries(text) ?? null })}
          />
        )}
      </Stack>
    </Card>
  )
}
