import type { Form } from '@kartis/contract/forms.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announceForm, FOR_EVENT, useIsForEvent } from '../../shared/form-made.ts'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { dropDraft, readDraft, writeDraft } from '../../shared/use-draft.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useSaveForm } from './form-queries.ts'
import { bodyOf, type FormValues, NEW_FORM, indexOfQuestion, valuesOf, valuesReasons } from './form-values.ts'

const DRAFT = 'form'

/**
 * State of the form editor. A new form is stored as a draft while it is typed; an existing one asks before unsaved
 * changes are left.
 */
export const useFormEditor = (existing: Form | undefined) => {
  const { t, i18n } = useTranslation(['forms', 'validation'])
  const router = useRouter()
  const save = useSaveForm(existing)
  const isForEvent = useIsForEvent()
  const [start] = useState(() => (existing ? valuesOf(existing) : readDraft<FormValues>(DRAFT, NEW_FORM)))
  const form = useForm<FormValues>({
    mode: 'controlled',
    initialValues: start,
    validate: (values) => reasonTexts(i18n, valuesReasons(values)),
    ...(!existing && { onValuesChange: (values: FormValues) => writeDraft(DRAFT, values) }),
  })
  const dirty = existing !== undefined && form.isDirty() && !save.isSuccess
  const showFirst = () =>
    requestAnimationFrame(() => {
      const wrong = document.querySelector<HTMLElement>('form [aria-invalid="true"], form [role="alert"]')
      wrong?.scrollIntoView({ block: 'center' })
      wrong?.focus({ preventScroll: true })
    })
  const store = async (values: FormValues): Promise<boolean> => {
    try {
      await save.mutateAsync(bodyOf(values))
    } catch (error) {
      form.setErrors(fieldErrorsOf(i18n, error))
      showFirst()
      return false
    }
    if (!existing) {
      dropDraft(DRAFT)
      announceForm()
    }
    showToast({ state: 'good', text: t('forms:edit.saved') })
    return true
  }
  const submit = form.onSubmit(async (values) => {
    if (await store(values))
      router.history.push(isForEvent ? `/forms?${FOR_EVENT}` : '/forms', undefined, { ignoreBlocker: true })
  }, showFirst)
  useLeaveGuard({
    dirty,
    save: async () => {
      if (!form.validate().hasErrors) return store(form.values)
      showFirst()
      return false
    },
  })
  /** The errors of one question by its own field names. */
  const errorsOf = (index: number): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(form.errors).flatMap(([path, text]) =>
        indexOfQuestion(path) === index && typeof text === 'string' ? [[path.split('.')[2] ?? '', text]] : [],
      ),
    )
  return { form, submit, saving: save.isPending, errorsOf }
}
