import type { Form } from '@kartis/contract/forms.ts'
import { FORM } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Columns, Page, Stack } from '@kartis/ui/components/layout.tsx'
import { FormSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { FieldList } from './field-list.tsx'
import { FormPreview } from './form-preview.tsx'
import { useFormOf } from './form-queries.ts'
import { FormTexts } from './form-texts.tsx'
import { useFormEditor } from './use-form-editor.ts'

/** A new or existing form with a preview of what buyers see. */
export function FormEditScreen() {
  const { uuid }: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return (
    <Page>
      <PageHead />
      {uuid === undefined ? <Editor form={undefined} /> : <ExistingForm uuid={uuid} />}
    </Page>
  )
}

function ExistingForm({ uuid }: { readonly uuid: string }) {
  const form = useFormOf(uuid)
  return (
    <WhenLoaded query={form} skeleton={<FormSkeleton />}>
      {(loaded) => <Editor key={loaded.uuid} form={loaded} />}
    </WhenLoaded>
  )
}

function Editor({ form: existing }: { readonly form: Form | undefined }) {
  const { t } = useTranslation('forms')
  const { form, submit, saving, errorsOf } = useFormEditor(existing)
  const { values } = form
  return (
    <form onSubmit={submit} noValidate>
      <Columns even aside={<FormPreview form={values} />}>
        {existing !== undefined && existing.answers_count > 0 && (
          <Note>{t('edit.answered', { count: existing.answers_count })}</Note>
        )}
        <Card title={t('edit.details')}>
          <Stack gap="wide">
            <TextField
              label={t('edit.name')}
              hint={t('edit.name_hint')}
              placeholder={t('edit.name_example')}
              maxLength={FORM.maxNameChars}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <ChoicePills
              label={t('edit.ask_per')}
              choices={[
                { value: 'order', label: t('per.order') },
                { value: 'ticket', label: t('per.ticket') },
              ]}
              value={values.ask_per}
              onChange={(per) => form.setFieldValue('ask_per', per)}
            />
          </Stack>
        </Card>
        <FieldList
          fields={values.fields}
          errorsOf={errorsOf}
          error={form.errors['fields']}
          onChange={(fields) => {
            form.setFieldValue('fields', fields)
            form.clearFieldError('fields')
          }}
        />
        <FormTexts values={values} onChange={form.setValues} />
      </Columns>
      <StickyActions>
        <Button type="submit" size="big" busy={saving} busyText={t('edit.saving')}>
          {existing ? t('edit.save') : t('edit.create')}
        </Button>
      </StickyActions>
    </form>
  )
}
