import { type CompanyDetails, officePhone } from '@kartis/domain/company.ts'
import { COMPANY } from '@kartis/domain/limits.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { DigitsField } from '@kartis/ui/components/digits-field.tsx'
import { EmailField } from '@kartis/ui/components/email-field.tsx'
import { Pair, Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export const NO_COMPANY: CompanyDetails = {
  name: '',
  vat_name: '',
  tax_id: '',
  address_city: '',
  address_street: '',
  address_street_number: '',
  phone: '',
  email: '',
  email_billing: '',
}

/** Removes separators between digits; letters stay, so that validation can report them. */
const asPhone = (text: string): string => {
  const digits = text.replaceAll(/[\s()\-\u2010-\u2014\u05be\u200e\u200f]/gu, '')
  return digits.replace(/^(?:\+|00)9720?/u, '0')
}

/** `035550144` → `03-555-0144`; a text that is no phone number stays as it is. */
const shownPhone = (text: string): string => {
  const phone = officePhone(text)
  return phone === undefined ? text : nationalPhone(`+972${phone.slice(1)}`)
}

export interface CompanyFieldsProps {
  readonly form: UseFormReturnType<CompanyDetails>
  /** For users who may not edit it. */
  readonly readOnly?: boolean
  /** The producer's own mobile, with which the phone of a new company is filled. */
  readonly ownPhone?: string
}

/** The company of an account: identity, address and contact details. */
export function CompanyFields({ form, readOnly = false, ownPhone }: CompanyFieldsProps) {
  const { t } = useTranslation('signup')
  const [dialling, setDialling] = useState(false)
  const field = (name: keyof CompanyDetails) => ({
    label: t(`company.${name}`),
    readOnly,
    ...form.getInputProps(name),
  })
  const phone = field('phone')
  return (
    <>
      <Card title={t('company.who')}>
        <Stack>
          <TextField {...field('name')} hint={t('company.name_hint')} autoComplete="organization" maxLength={120} />
          <TextField {...field('vat_name')} hint={t('company.vat_name_hint')} maxLength={120} />
          <DigitsField
            {...field('tax_id')}
            hint={t('company.tax_id_hint')}
            value={form.values.tax_id}
            max={COMPANY.taxIdDigits}
            stopsAtMax
            onChange={(digits) => form.setFieldValue('tax_id', digits)}
          />
        </Stack>
      </Card>
      <Card title={t('company.where')}>
        <Stack>
          <TextField {...field('address_city')} autoComplete="address-level2" maxLength={80} />
          <TextField {...field('address_street')} autoComplete="address-line1" maxLength={80} />
          <Pair>
            <TextField
              {...field('address_street_number')}
              autoComplete="off"
              maxLength={COMPANY.maxStreetNumberChars}
            />
          </Pair>
        </Stack>
      </Card>
      <Card title={t('company.contact')}>
        <Stack>
          <DigitsField
            {...phone}
            hint={t(
              ownPhone !== undefined && form.values.phone === ownPhone ? 'company.phone_own' : 'company.phone_hint',
            )}
            value={dialling ? form.values.phone : shownPhone(form.values.phone)}
            max={COMPANY.maxPhoneDigits}
            stopsAtMax
            read={asPhone}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            onBlur={(event) => {
              setDialling(false)
              phone.onBlur(event)
            }}
            // Not on focus: a text that changes then loses its selection, and what is typed over it would not fit.
            onChange={(typed) => {
              setDialling(true)
              form.setFieldValue('phone', typed)
            }}
          />
          <EmailField {...field('email')} onCorrect={(email) => form.setFieldValue('email', email)} />
          <EmailField
            {...field('email_billing')}
            hint={t('company.email_billing_hint')}
            onCorrect={(email) => form.setFieldValue('email_billing', email)}
          />
        </Stack>
      </Card>
    </>
  )
}
