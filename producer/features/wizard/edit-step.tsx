import { type Event, showEvent, updateEvent } from '@kartis/contract/events.ts'
import { nextStep, type WizardStep } from '@kartis/domain/wizard.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { FormSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { focusFirstError } from '../../shared/focus-first-error.ts'
import { ApiError } from '../../shared/api-error.ts'
import { api } from '../../shared/api.ts'
import { ButtonLink, PathLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { bodyOf, draftOf, type EventDraft, stepRefusalOf } from './event-draft.ts'
import { errorTexts, useStepForm } from './step-form.ts'
import { StepFrame, type StepParts } from './step-frame.tsx'
import { useChooseNotification } from './choose-notification.tsx'
import { useConfirmTimes } from './use-confirm-times.ts'
import { StepNav } from './step-nav.tsx'

interface EditStepProps extends StepParts {
  readonly step: WizardStep
  readonly uuid: string
}

const queryKeyOf = (uuid: string) => ['event', uuid, 'edit'] as const
const RELATIONS = ['categories', 'artists', 'attachments', 'forms', 'settings'] as const

/** A step of an existing event: each step is saved by itself and can be opened directly. */
export function EditStep({ uuid, step, ...parts }: EditStepProps) {
  const { t } = useTranslation('wizard')
  const event = useQuery({
    queryKey: queryKeyOf(uuid),
    queryFn: async () => (await api(showEvent, { params: { uuid }, query: { with: [...RELATIONS] } })).data,
  })
  if (event.data?.can.edit === true) return <EditForm {...parts} step={step} key={event.data.uuid} event={event.data} />
  return (
    <Page>
      <PageHead title={t(`steps.${step}.title`)} eyebrow={t('eyebrow.edit')} />
      <WhenLoaded query={event} skeleton={<FormSkeleton />}>
        {() => (
          <ErrorState
            title={t('closed.title')}
            text={t('closed.text')}
            action={
              <ButtonLink to="/events/$uuid" params={{ uuid }}>
                {t('closed.action')}
              </ButtonLink>
            }
          />
        )}
      </WhenLoaded>
    </Page>
  )
}

function EditForm({ event, step, ...parts }: StepParts & { readonly event: Event; readonly step: WizardStep }) {
  const { t } = useTranslation('wizard')
  const router = useRouter()
  const zone = event.timezone
  const form = useStepForm({ step, zone, start: draftOf(event) })
  const dirty = form.isDirty()
  const next = nextStep(step)
  const page = `/events/${event.uuid}`

  const leave = (path: string) => {
    router.history.push(path, undefined, { ignoreBlocker: true })
  }
  const saving = useSaving(event, form.setErrors)

  const chooseNotification = useChooseNotification(event)
  const confirmTimes = useConfirmTimes(zone, event.starts_at)

  /** Saves, and first has the producer choose whether buyers get an SMS where time or place change. False when the producer stays. */
  const store = async (draft: EventDraft): Promise<boolean> => {
    if (step === 'time' && !(await confirmTimes(draft))) return false
    const answer = await chooseNotification(bodyOf(step, draft, zone))
    if (answer === 'stay') return false
    await saving.mutateAsync({
      ...bodyOf(step, draft, zone),
      ...(answer !== undefined && { tell_buyers: answer === 'action' }),
    })
    const { sold = 0, invited = 0 } = event.sales ?? {}
    const text = answer === 'action' ? t('actions.saved_and_sent', { count: sold + invited }) : t('actions.saved')
    showToast({ state: 'good', text })
    return true
  }
  const save = (path: string) =>
    form.onSubmit((draft: EventDraft) => {
      if (!dirty) return leave(path)
      return store(draft).then(
        (isStored) => (isStored ? leave(path) : undefined),
        () => undefined, // shown by the mutation
      )
    }, focusFirstError)
  useLeaveGuard({
    dirty: dirty && !saving.isSuccess,
    save: async () => {
      if (form.validate().hasErrors) {
        focusFirstError()
        return false
      }
      return store(form.values).catch(() => false)
    },
  })

  return (
    <StepFrame
      {...parts}
      step={step}
      view={{ form, zone, event }}
      // A screen with a counter has no arrow; the name leads back to the event.
      eyebrow={<PathLink path={page}>{event.name}</PathLink>}
      above={<StepNav uuid={event.uuid} step={step} />}
      onSubmit={save(next ? `${page}/${next}` : page)}
      actions={
        <>
          <Button type="submit" size="big" busy={saving.isPending} busyText={t('actions.saving')}>
            {next ? t('actions.save_next') : t('actions.save')}
          </Button>
          {next && (
            <Button look="line" size="big" disabled={saving.isPending} onClick={() => save(page)()}>
              {t('actions.save_exit')}
            </Button>
          )}
        </>
      }
    />
  )
}

type Change = ReturnType<typeof bodyOf> & { readonly tell_buyers?: boolean }

const useSaving = (event: Event, setErrors: (errors: Record<string, string>) => void) => {
  const { i18n } = useTranslation('wizard')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: Change) => (await api(updateEvent, { params: { uuid: event.uuid }, body })).data,
    onSuccess: async (saved) => {
      queries.setQueryData(queryKeyOf(event.uuid), saved)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['event', event.uuid], refetchType: 'none' }),
        queries.invalidateQueries({ queryKey: ['events'] }),
      ])
      queries.setQueryData(queryKeyOf(event.uuid), saved)
    },
    onError: (error) => {
      const refused = error instanceof ApiError ? stepRefusalOf(error.detail) : undefined
      if (!refused) return
      setErrors(errorTexts(i18n, refused.reasons))
      focusFirstError()
    },
  })
}
