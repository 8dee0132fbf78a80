import { BANKS } from '@kartis/domain/bank.ts'
import { BANK } from '@kartis/domain/limits.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { DigitsField } from '@kartis/ui/components/digits-field.tsx'
import { Pair, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankInput, checkOf } from './bank-details.ts'

export const useBankName = (): ((code: number) => string) => {
  const { t } = useTranslation('signup')
  return (code) => {
    const bank = BANKS.find((bank) => bank.code === code)
    return bank ? t(`banks.${bank.key as 'leumi'}`) : String(code)
  }
}

/** The warning about an implausible account number. */
export interface BankWarning {
  readonly isShown: boolean
  readonly onBlur: () => void
  /** A submit handler that shows the warning first where it is due: only the next submit goes on. */
  readonly before: <Result>(submit: (bank: BankInput) => Result) => (bank: BankInput) => Result | undefined
}

/** Warns of an implausible number once the user has left a digits field or submitted; it never refuses. */
export const useBankWarning = (form: UseFormReturnType<BankInput>): BankWarning => {
  const [mayShow, setMayShow] = useState(false)
  const isImplausible = checkOf(form.values) === 'invalid'
  const isShown = isImplausible && mayShow
  return {
    isShown,
    onBlur: () => setMayShow(true),
    before: (submit) => (bank) => {
      if (!isImplausible || isShown) return submit(bank)
      setMayShow(true)
      return undefined
    },
  }
}

export interface BankFieldsProps {
  readonly form: UseFormReturnType<BankInput>
  readonly warning: BankWarning
}

/** Bank, branch, account number and holder. An implausible number is a warning, never a refusal. */
export function BankFields({ form, warning }: BankFieldsProps) {
  const { t } = useTranslation('signup')
  const bankName = useBankName()
  const digits = (name: 'bank_branch_number' | 'bank_account_number', max: number) => {
    const props = form.getInputProps(name)
    return {
      ...props,
      label: t(`bank.${name}`),
      value: form.values[name],
      max,
      onChange: (typed: string) => form.setFieldValue(name, typed),
      onBlur: (event: FocusEvent) => {
        props.onBlur(event)
        warning.onBlur()
      },
    }
  }
  return (
    <Stack>
      <SelectField
        label={t('bank.bank_number')}
        placeholder={t('bank.choose')}
        options={BANKS.map(({ code }) => ({ value: String(code), label: `${bankName(code)} (${code})` }))}
        {...form.getInputProps('bank_number')}
      />
      <Pair>
        <DigitsField {...digits('bank_branch_number', BANK.maxBranchDigits)} hint={t('bank.branch_hint')} />
        <DigitsField
          {...digits('bank_account_number', BANK.maxAccountDigits)}
          hint={checkOf(form.values) === 'valid' ? t('bank.check_valid') : t('bank.account_hint')}
        />
      </Pair>
      {warning.isShown && <Implausible />}
      <TextField
        label={t('bank.holder_name')}
        hint={t('bank.holder_hint')}
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('holder_name')}
      />
    </Stack>
  )
}

/** Scrolled into sight when it appears: on a phone the bar of actions would hide it. */
function Implausible() {
  const { t } = useTranslation('signup')
  const note = useRef<HTMLDivElement>(null)
  // in braces: newer browsers return a promise, which is no clean-up
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])
  return (
    <div ref={note} role="status">
      <Note state="warn">{t('bank.check_invalid')}</Note>
    </div>
  )
}
