import type { Event } from '@kartis/contract/events.ts'
import type { WizardStep } from '@kartis/domain/wizard.ts'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../shared/field-errors.ts'
import { type EventDraft, stepReasons } from './event-draft.ts'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

export type DraftForm = UseFormReturnType<EventDraft>

/** Props of every step's fields. */
export interface StepView {
  readonly form: DraftForm
  readonly zone: string
  /** The edited event; undefined for a new one. */
  readonly event?: Event
}

/** The text of a reason: the wizard's own, else the shared one. */
const reasonMessage = (i18n: i18n, reason: string): string => {
  const t = i18n.t as unknown as (key: string) => string
  return i18n.exists(`wizard:reasons.${reason}`) ? t(`wizard:reasons.${reason}`) : reasonText(i18n, reason)
}

export const errorTexts = (i18n: i18n, reasons: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(reasons).flatMap(([field, [reason]]) =>
      reason === undefined ? [] : [[field, reasonMessage(i18n, reason)]],
    ),
  )

interface StepFormOptions {
  readonly step: WizardStep
  readonly zone: string
  readonly start: EventDraft
  readonly refused?: Readonly<Record<string, readonly string[]>>
  readonly onChange?: (draft: EventDraft) => void
}

/** The form of one step: it holds the whole draft and validates the fields of its step. */
export const useStepForm = ({ step, zone, start, refused, onChange }: StepFormOptions): DraftForm => {
  const { i18n } = useTranslation(['wizard', 'validation'])
  return useForm<EventDraft>({
    mode: 'controlled',
    initialValues: start,
    ...(refused && { initialErrors: errorTexts(i18n, refused) }),
    ...VALIDATE_ON_BLUR,
    validate: (draft) => errorTexts(i18n, stepReasons(step, draft, zone)),
    ...(onChange && { onValuesChange: onChange }),
  })
}
