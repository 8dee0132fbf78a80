import { PAYMENT_OFFER } from '@kartis/domain/limits.ts'
import { CheckRow } from '@kartis/ui/components/switch-row.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useTranslation } from 'react-i18next'
import type { OfferInput } from './offer.ts'

interface OfferFieldsProps {
  readonly value: OfferInput
  readonly onChange: (offer: OfferInput) => void
  readonly smallestError: string | undefined
}

const COUNTS = Array.from({ length: PAYMENT_OFFER.maxInstallments }, (_, index) => index + 1)

/** Instalments and Bit: what buyers may choose on the payment page. */
export function OfferFields({ value, onChange, smallestError }: OfferFieldsProps) {
  const { t } = useTranslation('terminals')
  return (
    <Stack>
      <SelectField
        label={t('offer.installments')}
        placeholder={t('offer.installments')}
        options={COUNTS.map((count) => ({ value: String(count), label: t('installments', { count }) }))}
        value={value.installments}
        onChange={({ target }) => onChange({ ...value, installments: target.value })}
      />
      {value.installments !== '1' && (
        <TextField
          optional
          label={t('offer.smallest')}
          hint={t('offer.smallest_hint')}
          error={smallestError}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          unit={t('offer.unit')}
          value={value.smallest}
          onChange={({ target }) => onChange({ ...value, smallest: target.value })}
        />
      )}
      <CheckRow
        label={t('offer.bit')}
        hint={t('offer.bit_hint')}
        checked={value.bit}
        onChange={(bit) => onChange({ ...value, bit })}
      />
    </Stack>
  )
}
