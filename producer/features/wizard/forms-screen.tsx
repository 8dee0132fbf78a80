import { type Form, listForms } from '@kartis/contract/forms.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { CheckRow } from '@kartis/ui/components/switch-row.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FOR_EVENT, useFormMade } from '../../shared/form-made.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './forms.module.css'
import type { StepView } from './step-form.ts'
import { WizardStep } from './wizard-step.tsx'

/** Step 4: questions to buyers besides name, phone and e-mail. */
export function FormsScreen() {
  return <WizardStep step="forms" Fields={FormsFields} />
}

const MAX_FORMS = 100

export function FormsFields({ form }: StepView) {
  const { t } = useTranslation('wizard')
  const forms = useQuery({
    queryKey: ['forms', 'all'],
    queryFn: () => api(listForms, { query: { per_page: MAX_FORMS, sort: 'name' } }),
    // a form created in another tab appears on return
    refetchOnWindowFocus: 'always',
  })
  useFormMade(() => void forms.refetch())
  const chosen = form.values.forms
  const setOpened = useNewForms(forms.data?.data, (uuids) =>
    form.setFieldValue('forms', [...chosen, ...uuids.filter((uuid) => !chosen.includes(uuid))]),
  )
  const choose = (uuid: string, on: boolean) =>
    form.setFieldValue('forms', on ? [...chosen, uuid] : chosen.filter((item) => item !== uuid))
  return (
    <>
      <Soft>{t('forms.text')}</Soft>
      <WhenLoaded query={forms}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState
              title={t('forms.empty')}
              text={`${t('forms.empty_text')} ${t('forms.create_hint')}`}
              action={<NewForm onOpen={setOpened} />}
            />
          ) : (
            <Card title={t('forms.card')} action={<NewForm bare onOpen={setOpened} />}>
              <Stack>
                <div className={style.list}>
                  {data.map((item) => (
                    <FormRow key={item.uuid} form={item} checked={chosen.includes(item.uuid)} onChange={choose} />
                  ))}
                </div>
                <Soft small>
                  {meta.total > MAX_FORMS ? t('forms.more', { count: MAX_FORMS }) : t('forms.create_hint')}
                </Soft>
              </Stack>
            </Card>
          )
        }
      </WhenLoaded>
    </>
  )
}

/**
 * Chooses the forms that appear in the list once one was begun from here: whoever makes a form for an event wants it there.
 * Returns what says that one was begun.
 */
const useNewForms = (listed: readonly Form[] | undefined, onNew: (uuids: readonly string[]) => void): (() => void) => {
  const before = useRef<ReadonlySet<string>>(undefined)
  const isBegun = useRef(false)
  const choose = useEffectEvent(onNew)
  useEffect(() => {
    if (!listed) return
    const uuids = listed.map(({ uuid }) => uuid)
    const { current: seen } = before
    before.current = new Set(uuids)
    const added = seen && isBegun.current ? uuids.filter((uuid) => !seen.has(uuid)) : []
    if (added.length > 0) choose(added)
  }, [listed])
  return () => {
    isBegun.current = true
  }
}

interface FormRowProps {
  readonly form: Form
  readonly checked: boolean
  readonly onChange: (uuid: string, on: boolean) => void
}

function FormRow({ form, checked, onChange }: FormRowProps) {
  const { t } = useTranslation('wizard')
  const per = form.ask_per === 'order' ? t('forms.per_order') : t('forms.per_ticket')
  return (
    <div className={style.row} data-on={checked || undefined}>
      <CheckRow
        label={<UserText>{form.name}</UserText>}
        hint={`${t('forms.fields', { count: form.fields.length })} · ${per}`}
        checked={checked}
        onChange={(on) => onChange(form.uuid, on)}
      />
    </div>
  )
}

function NewForm({ bare = false, onOpen }: { readonly bare?: boolean; readonly onOpen: () => void }) {
  const { t } = useTranslation('wizard')
  return (
    <a
      className={buttonClass({ look: bare ? 'bare' : 'line' })}
      href={`/forms/create?${FOR_EVENT}`}
      onClick={onOpen}
      target="_blank"
      rel="noreferrer"
      title={t('forms.create_hint')}
    >
      <IconExternalLink size={18} stroke={1.75} aria-hidden />
      {t('forms.create')}
    </a>
  )
}
