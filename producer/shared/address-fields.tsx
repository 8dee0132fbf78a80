import { TextField } from '@kartis/ui/components/text-field.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import style from './address-fields.module.css'

/** Characters of the contract's fields. */
export const ADDRESS_CHARS = { street: 80, number: 20, city: 80 } as const

interface Address {
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
}

interface AddressFieldsProps<Values extends Address> {
  readonly form: Pick<UseFormReturnType<Values>, 'getInputProps'>
  readonly cityOptional?: boolean
}

/** Street, number and city, of a venue or of an event. */
export function AddressFields<Values extends Address>({ form, cityOptional = false }: AddressFieldsProps<Values>) {
  const { t } = useTranslation('venues')
  return (
    <>
      <div className={style.street}>
        <TextField
          label={t('form.street')}
          optional
          maxLength={ADDRESS_CHARS.street}
          autoComplete="off"
          {...form.getInputProps('address_street')}
        />
        <TextField
          label={t('form.number')}
          optional
          maxLength={ADDRESS_CHARS.number}
          autoComplete="off"
          {...form.getInputProps('address_street_number')}
        />
      </div>
      <TextField
        label={t('form.city')}
        optional={cityOptional}
        maxLength={ADDRESS_CHARS.city}
        autoComplete="off"
        {...form.getInputProps('address_city')}
      />
    </>
  )
}
