import { createEvent } from '@kartis/contract/events.ts'
import { nextStep, type WizardStep } from '@kartis/domain/wizard.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Row } from '@kartis/ui/components/layout.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstError } from '../../shared/focus-first-error.ts'
import { ApiError } from '../../shared/api-error.ts'
import { api } from '../../shared/api.ts'
import { newEventDraft, useLeaveWizard } from '../../shared/new-event.ts'
import { useSession } from '../../shared/session.ts'
import { StepBack } from '../../shared/step-back.tsx'
import { dropDraft, readDraft, writeDraft } from '../../shared/use-draft.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { createBodyOf, type EventDraft, NO_EVENT, stepRefusalOf } from './event-draft.ts'
import { clearRefusal, storeRefusal, readRefusal } from './step-refusal.ts'
import { StepFrame, type StepParts } from './step-frame.tsx'
import { useStepForm } from './step-form.ts'
import { useConfirmTimes } from './use-confirm-times.ts'

const TO_STEP = {
  location: 'actions.to_location',
  time: 'actions.to_time',
  forms: 'actions.to_forms',
  description: 'actions.to_description',
} as const

interface CreateStepProps extends StepParts {
  readonly step: WizardStep
  readonly type: 'tickets' | 'seats'
}

/** A step of a new event. The draft stays on this device until the last step submits it. */
export function CreateStep({ step, type, ...parts }: CreateStepProps) {
  const { t } = useTranslation('wizard')
  const router = useRouter()
  const { account } = useSession()
  const name = newEventDraft(account?.uuid)
  const store = (draft: EventDraft) => writeDraft(name, { ...draft, kind: type })
  const [start] = useState(() => readDraft<EventDraft>(name, NO_EVENT))
  const [refused] = useState(readRefusal)
  const form = useStepForm({
    step,
    zone: ISRAEL_ZONE,
    start,
    refused: refused?.reasons,
    onChange: store,
  })
  const sending = useSending(type, name)
  const confirmTimes = useConfirmTimes(ISRAEL_ZONE)
  const next = nextStep(step)
  const go = (to: WizardStep) => router.history.push(`/create-event/${type}/${to}`)

  useEffect(() => {
    if (refused?.step === step) focusFirstError()
  }, [refused, step])

  const submit = form.onSubmit(async (draft) => {
    store(draft)
    // A draft may have waited on this device until its day has passed.
    if ((step === 'time' || !next) && !(await confirmTimes(draft))) return
    if (refused?.step === step) clearRefusal()
    if (next) go(next)
    else sending.mutate(draft)
  }, focusFirstError)

  const startOver = async () => {
    const yes = await confirm({
      title: t('start_over_ask.title'),
      text: t('start_over_ask.text'),
      action: t('start_over_ask.action'),
      danger: true,
    })
    if (!yes) return
    dropDraft(name)
    form.setInitialValues(NO_EVENT)
    form.setValues(NO_EVENT)
    form.clearErrors()
    dropDraft(name)
  }

  return (
    <StepFrame
      {...parts}
      step={step}
      view={{ form, zone: ISRAEL_ZONE }}
      eyebrow={[t('eyebrow.create'), t(`steps.${step}.name`)]}
      onSubmit={submit}
      above={
        refused?.step === step ? (
          <Note state="bad">{t('refused')}</Note>
        ) : (
          step === 'setup' &&
          start.name !== '' && (
            <Note>
              <Row apart wrap>
                <span>{t('draft_kept')}</span>
                <Button look="line" onClick={() => void startOver()}>
                  {t('start_over')}
                </Button>
              </Row>
            </Note>
          )
        )
      }
      actions={
        <>
          <Button
            type="submit"
            size="big"
            busy={sending.isPending || sending.isSuccess}
            busyText={t('actions.creating')}
          >
            {next && next !== 'setup' ? t(TO_STEP[next]) : t('actions.create')}
          </Button>
          <StepBack />
        </>
      }
    />
  )
}

/** Submits the draft; a refusal leads back to the step of the invalid field without losing input. */
const useSending = (type: 'tickets' | 'seats', draftName: string) => {
  const queries = useQueryClient()
  const router = useRouter()
  const leave = useLeaveWizard()
  return useMutation({
    mutationFn: (draft: EventDraft) => api(createEvent, { body: createBodyOf(draft, type) }),
    onSuccess: ({ data }) => {
      dropDraft(draftName)
      clearRefusal()
      void queries.invalidateQueries({ queryKey: ['events'] })
      leave(data.uuid, `/create-event/${type}/success/${data.uuid}`)
    },
    onError: (error) => {
      const refused = error instanceof ApiError ? stepRefusalOf(error.detail) : undefined
      if (!refused) return
      storeRefusal(refused)
      router.history.push(`/create-event/${type}/${refused.step}`)
    },
  })
}
