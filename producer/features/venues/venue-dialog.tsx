import type { Venue } from '@kartis/contract/venues.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { AddressFields, ADDRESS_CHARS } from '../../shared/address-fields.tsx'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import { TextsEditor, translationOf } from '../../shared/texts-editor.tsx'
import { useSaveVenue, type VenueValues } from './venue-queries.ts'

const NO_VENUE: VenueValues = {
  name: '',
  address_street: '',
  address_street_number: '',
  address_city: '',
  notes: '',
  texts: {},
}

const valuesOf = (venue: Venue): VenueValues => ({
  name: venue.name,
  address_street: venue.address_street,
  address_street_number: venue.address_street_number,
  address_city: venue.address_city,
  notes: venue.notes,
  texts: venue.texts,
})

interface VenueDialogProps {
  readonly open: boolean
  /** Undefined: a new one. */
  readonly venue: Venue | undefined
  readonly onClose: () => void
}

export function VenueDialog({ open, venue, onClose }: VenueDialogProps) {
  const { t } = useTranslation('venues')
  return (
    <Dialog open={open} onClose={onClose} title={venue ? t('form.edit') : t('form.new')}>
      <VenueForm venue={venue} onClose={onClose} />
    </Dialog>
  )
}

function VenueForm({ venue, onClose }: Omit<VenueDialogProps, 'open'>) {
  const { t, i18n } = useTranslation(['venues', 'validation'])
  const save = useSaveVenue(venue)
  const form = useForm<VenueValues>({
    mode: 'controlled',
    initialValues: venue ? valuesOf(venue) : NO_VENUE,
    validate: { name: (name) => (name.trim() === '' ? reasonText(i18n, 'required') : null) },
  })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        showToast({ state: 'good', text: t('venues:form.saved') })
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrorsOf(i18n, error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="wide">
        <TextField
          label={t('venues:form.name')}
          placeholder={t('venues:form.name_example')}
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <AddressFields form={form} cityOptional />
        <TextArea
          label={t('venues:form.notes')}
          hint={t('venues:form.notes_hint')}
          optional
          rows={2}
          maxLength={2000}
          {...form.getInputProps('notes')}
        />
        <VenueTexts values={form.values} onChange={(texts) => form.setFieldValue('texts', texts)} />
        {venue !== undefined && venue.events_count > 0 && <Soft small>{t('venues:form.keeps')}</Soft>}
        <Button type="submit" size="big" full busy={save.isPending} busyText={t('venues:form.saving')}>
          {t('venues:form.save')}
        </Button>
      </Stack>
    </form>
  )
}

function VenueTexts({
  values,
  onChange,
}: {
  readonly values: VenueValues
  readonly onChange: (texts: VenueValues['texts']) => void
}) {
  const { t } = useTranslation('venues')
  const text = (field: 'name' | 'address_street' | 'address_city') => translationOf(values.texts, field, onChange)
  return (
    <TextsEditor
      bare
      texts={[
        { label: t('form.name'), original: values.name, maxLength: 120, ...text('name') },
        {
          label: t('form.street'),
          original: values.address_street,
          maxLength: ADDRESS_CHARS.street,
          ...text('address_street'),
        },
        {
          label: t('form.city'),
          original: values.address_city,
          maxLength: ADDRESS_CHARS.city,
          ...text('address_city'),
        },
      ]}
    />
  )
}
