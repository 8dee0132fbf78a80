import type { BankDetailsRequest } from '@kartis/contract/refund-transfers.ts'
import { BANKS } from '@kartis/domain/bank.ts'
import { transferCheck, transferReasons } from '@kartis/domain/refund-transfer.ts'
import { useRef, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { Field, fieldProps } from '../../shared/field.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { MessageKey } from '../../shared/translator.ts'
import { useSubmit } from '../../shared/use-submit.ts'

const EMPTY = { bank_number: '', bank_branch_number: '', bank_account_number: '', holder_name: '' }
type Values = typeof EMPTY
type Wrong = Partial<Record<keyof Values, string>>

const WRONG: Readonly<Record<keyof Values, MessageKey>> = {
  bank_number: 'choice.bank.bank_wrong',
  bank_branch_number: 'choice.bank.branch_wrong',
  bank_account_number: 'choice.bank.account_wrong',
  holder_name: 'choice.bank.holder_wrong',
}

const digits = (text: string): string => text.replace(/\D/g, '')
const isField = (name: string): name is keyof Values => name in EMPTY

interface Props {
  readonly token: string
  readonly onReceived: (request: BankDetailsRequest) => void
}

/** Which fields are wrong, in the page's language. */
const useWrong = () => {
  const { t } = usePageContext()
  return (reasons: object): Wrong =>
    Object.fromEntries(
      Object.keys(reasons)
        .filter(isField)
        .map((name) => [name, t(WRONG[name])]),
    )
}

/** Sends what was typed. A number that cannot exist is asked about once, since it is a hint and no refusal. */
const useBankForm = ({ token, onReceived }: Props) => {
  const api = useApi()
  const wrongOf = useWrong()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(EMPTY)
  const [wrong, setWrong] = useState<Wrong>({})
  const [problem, setProblem] = useState('')
  const [isDoubted, setIsDoubted] = useState(false)
  const change = (changed: Partial<Values>): void => {
    setValues({ ...values, ...changed })
    setWrong({})
    setProblem('')
    setIsDoubted(false)
  }
  const refuse = (found: Wrong): false => {
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`#${first}`)?.focus()
    return false
  }
  const [busy, send] = useSubmit(async () => {
    const found = wrongOf(transferReasons(values))
    if (Object.keys(found).length > 0) return refuse(found)
    if (!isDoubted && transferCheck(values) === 'invalid') {
      setIsDoubted(true)
      return false
    }
    const body = { token, ...values, bank_number: Number(values.bank_number) }
    const result = await api('POST', '/v1/public/refund_transfers/details', { body })
    if (result.ok) {
      onReceived(result.data)
      return true
    }
    if (result.code === 'validation') return refuse(wrongOf(result.detail))
    setProblem(result.text)
    return false
  })
  return { form, values, wrong, problem, isDoubted, busy, change, send }
}

const BankSelect = ({
  value,
  wrong,
  onChange,
}: {
  value: string
  wrong?: string
  onChange: (bank: string) => void
}) => {
  const { t } = usePageContext()
  return (
    <Field id="bank_number" label={t('choice.bank.bank')} wrong={wrong}>
      <span className={fields.select}>
        <select
          {...fieldProps('bank_number', wrong)}
          value={value}
          onChange={(change) => onChange(change.target.value)}
        >
          <option value="">{t('choice.bank.choose')}</option>
          {BANKS.map(({ code, key }) => (
            <option key={code} value={code}>
              {`${t(`banks.${key as 'leumi'}`)} (${code})`}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </Field>
  )
}

interface DigitsProps {
  readonly name: 'bank_branch_number' | 'bank_account_number'
  readonly label: string
  readonly hint?: string
  readonly values: Values
  readonly wrong: Wrong
  readonly onChange: (change: Partial<Values>) => void
}

const Digits = ({ name, label, hint, values, wrong, onChange }: DigitsProps) => (
  <Field id={name} label={label} wrong={wrong[name]} hint={hint}>
    <input
      {...fieldProps(name, wrong[name], hint)}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      value={values[name]}
      onChange={(change) => onChange({ [name]: digits(change.target.value) })}
    />
  </Field>
)

export const BankForm = (props: Props) => {
  const { t } = usePageContext()
  const { form, values, wrong, problem, isDoubted, busy, change, send } = useBankForm(props)
  const input = { values, wrong, onChange: change }
  return (
    <form
      ref={form}
      noValidate
      className={parts.stack}
      onSubmit={(submit) => {
        submit.preventDefault()
        send()
      }}
    >
      <div className={`${parts.card} ${parts.stack}`}>
        <BankSelect
          value={values.bank_number}
          {...(wrong.bank_number && { wrong: wrong.bank_number })}
          onChange={(bank_number) => change({ bank_number })}
        />
        <Digits {...input} name="bank_branch_number" label={t('choice.bank.branch')} />
        <Digits
          {...input}
          name="bank_account_number"
          label={t('choice.bank.account')}
          hint={t('choice.bank.account_hint')}
        />
        <Field
          id="holder_name"
          label={t('choice.bank.holder')}
          wrong={wrong.holder_name}
          hint={t('choice.bank.holder_hint')}
        >
          <input
            {...fieldProps('holder_name', wrong.holder_name, t('choice.bank.holder_hint'))}
            autoComplete="name"
            dir="auto"
            maxLength={60}
            value={values.holder_name}
            onChange={({ target }) => change({ holder_name: target.value })}
          />
        </Field>
      </div>
      <div role="alert">
        {(isDoubted || problem) && (
          <p className={`${parts.note} ${isDoubted ? parts.warn : parts.bad}`}>
            <Icon name="warn" />
            <span>{isDoubted ? t('choice.bank.doubt') : problem}</span>
          </p>
        )}
      </div>
      <button type="submit" className={`${parts.btn} ${parts.wide}`} aria-busy={busy}>
        {busy ? t('choice.working') : t(isDoubted ? 'choice.bank.send_anyway' : 'choice.bank.send')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>{t('choice.bank.safe')}</p>
    </form>
  )
}
