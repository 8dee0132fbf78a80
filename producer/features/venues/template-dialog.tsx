import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import { type TemplateValues, useSaveTemplate, useVenueNames } from './template-queries.ts'

interface TemplateDialogProps {
  readonly open: boolean
  /** Undefined: a new one. */
  readonly template: VenueMap | undefined
  readonly onClose: () => void
}

export function TemplateDialog({ open, template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('venues')
  return (
    <Dialog open={open} onClose={onClose} title={template ? t('maps.form.edit') : t('maps.form.new')}>
      <TemplateForm template={template} onClose={onClose} />
    </Dialog>
  )
}

function TemplateForm({ template, onClose }: Omit<TemplateDialogProps, 'open'>) {
  const { t, i18n } = useTranslation(['venues', 'validation'])
  const venues = useVenueNames().data ?? []
  const save = useSaveTemplate(template)
  const form = useForm<TemplateValues>({
    mode: 'controlled',
    initialValues: { name: template?.name ?? '', venue_uuid: template?.venue?.uuid ?? '' },
    validate: { name: (name) => (name.trim() === '' ? reasonText(i18n, 'required') : null) },
  })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        showToast({ state: 'good', text: t('venues:maps.form.saved') })
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrorsOf(i18n, error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="wide">
        <TextField
          label={t('venues:maps.form.name')}
          placeholder={t('venues:maps.form.name_example')}
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <SelectField
          label={t('venues:maps.form.venue')}
          hint={t('venues:maps.form.venue_hint')}
          placeholder={t('venues:maps.no_venue')}
          optional
          options={venues.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          {...form.getInputProps('venue_uuid')}
        />
        <Button type="submit" size="big" full busy={save.isPending} busyText={t('venues:form.saving')}>
          {t('venues:form.save')}
        </Button>
      </Stack>
    </form>
  )
}
