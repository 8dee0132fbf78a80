import type { ManualReason } from '@kartis/domain/admission.ts'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useTranslation } from 'react-i18next'

const REASONS = ['id_shown', 'device_off', 'unreadable', 'guest_list', 'companion', 'approved'] as const
/** As many letters as the API takes. */
const NOTE_CHARS = 200

interface ManualReasonProps {
  readonly value: ManualReason | undefined
  /** Whether somebody went on without one. */
  readonly isMissing: boolean
  readonly onChange: (reason: ManualReason) => void
}

/** Why somebody enters without a scanned code; nothing is chosen for whoever lets them in. */
export function ManualReasonChoice({ value, isMissing, onChange }: ManualReasonProps) {
  const { t } = useTranslation('gate')
  return (
    <ChoicePills
      label={t('reason.label')}
      choices={REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) }))}
      value={REASONS.find((each) => each === value)}
      error={isMissing && t('reason.missing')}
      onChange={onChange}
    />
  )
}

/** A note beside the reason. */
export function ManualNote({ value, onChange }: { readonly value: string; readonly onChange: (note: string) => void }) {
  const { t } = useTranslation('gate')
  return (
    <TextField
      label={t('reason.note')}
      hint={t('reason.note_hint')}
      optional
      maxLength={NOTE_CHARS}
      value={value}
      onChange={(change) => onChange(change.target.value)}
    />
  )
}
