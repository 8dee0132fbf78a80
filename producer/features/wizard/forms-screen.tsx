import { type Form, listForms } from '@kartis/contract/forms.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { CheckRow } from '@kartis/ui/components/switch-row.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './forms.module.css'
import type { StepView } from './step-form.ts'
import { WizardStep } from './wizard-step.tsx'

/** Step 4: questions to buyers besides name, phone and e-mail. */
export function FormsScreen() {
  return <WizardStep step="forms" Fields={FormsFields} />
}

const MAX_FORMS = 100

function FormsFields({ form }: StepView) {
  const { t } = useTranslation('wizard')
  const forms = useQuery({
    queryKey: ['forms', 'all'],
    queryFn: () => api(listForms, { query: { per_page: MAX_FORMS, sort: 'name' } }),
    // a form created in another tab appears on return
    refetchOnWindowFocus: 'always',
  })
  const chosen = form.values.forms
  const choose = (uuid: string, on: boolean) =>
    form.setFieldValue('forms', on ? [...chosen, uuid] : chosen.filter((item) => item !== uuid))
  return (
    <>
      <Soft>{t('forms.text')}</Soft>
      <WhenLoaded query={forms}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={t('forms.empty')} text={t('forms.empty_text')} action={<NewForm />} />
          ) : (
            <Card title={t('forms.card')} action={<NewForm bare />}>
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

function NewForm({ bare = false }: { readonly bare?: boolean }) {
  const { t } = useTranslation('wizard')
  return (
    <a
      className={buttonClass({ look: bare ? 'bare' : 'line' })}
      href="/forms/create"
      target="_blank"
      rel="noreferrer"
      title={t('forms.create_hint')}
    >
      <IconExternalLink size={18} stroke={1.75} aria-hidden />
      {t('forms.create')}
    </a>
  )
}
