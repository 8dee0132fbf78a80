import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { ChangeEvent, ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import { type MapValues, useUpdateMap, useVenueNames } from './map-queries.ts'

type SelectInput = Pick<ComponentProps<'select'>, 'value' | 'onBlur' | 'onFocus'> & {
  readonly onChange: (change: ChangeEvent<HTMLSelectElement>) => void
}

/** Name and venue of a map. */
export const useMapForm = (start: MapValues) => {
  const { i18n } = useTranslation('validation')
  return useForm<MapValues>({
    mode: 'controlled',
    initialValues: start,
    validate: { name: (name) => (name.trim() === '' ? reasonText(i18n, 'required') : null) },
  })
}

interface MapFieldsProps {
  readonly form: UseFormReturnType<MapValues>
  readonly onVenue?: (uuid: string) => void
}

export function MapFields({ form, onVenue }: MapFieldsProps) {
  const { t } = useTranslation('venues')
  const venues = useVenueNames().data ?? []
  const venue: SelectInput = form.getInputProps('venue_uuid')
  return (
    <>
      <TextField
        label={t('maps.form.name')}
        placeholder={t('maps.form.name_example')}
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <SelectField
        label={t('maps.form.venue')}
        hint={t('maps.form.venue_hint')}
        placeholder={t('maps.no_venue')}
        optional
        options={venues.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        {...venue}
        onChange={(change) => {
          venue.onChange(change)
          onVenue?.(change.target.value)
        }}
      />
    </>
  )
}

/** Renames a map or moves it to another venue. */
export function MapDialog({ map, onClose }: { readonly map: VenueMap | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('venues')
  return (
    <Dialog open={map !== undefined} onClose={onClose} title={t('maps.form.edit')}>
      {map && <MapForm map={map} onClose={onClose} />}
    </Dialog>
  )
}

function MapForm({ map, onClose }: { readonly map: VenueMap; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('venues')
  const save = useUpdateMap(map.uuid)
  const form = useMapForm({ name: map.name, venue_uuid: map.venue?.uuid ?? '' })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        showToast({ state: 'good', text: t('maps.form.saved') })
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrorsOf(i18n, error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="wide">
        <MapFields form={form} />
        <Button type="submit" size="big" full busy={save.isPending} busyText={t('form.saving')}>
          {t('form.save')}
        </Button>
      </Stack>
    </form>
  )
}
