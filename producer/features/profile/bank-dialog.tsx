import { type Account, updateAccount } from '@kartis/contract/accounts.ts'
import { login } from '@kartis/contract/auth.ts'
import { COUNTRIES } from '@kartis/domain/phone.ts'
import { clockText, phoneText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/parts/button.tsx'
import { CODE_LENGTH, CodeField } from '@kartis/ui/parts/code-field.tsx'
import { Dialog } from '@kartis/ui/parts/dialog.tsx'
import { Row, Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { showToast } from '@kartis/ui/parts/toast.ts'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { asPaymentMethod, type BankInput, bankInputReasons, checkOf, NO_BANK } from '../../shared/bank-details.ts'
import { BankFields } from '../../shared/bank-fields.tsx'
import { sayFailure, textOf } from '../../shared/failures.ts'
import { reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { useSession } from '../../shared/session.ts'
import { useSecondsUntil } from '../../shared/use-seconds-until.ts'

interface BankDialogProps {
  readonly account: Account
  readonly open: boolean
  readonly onClose: () => void
}

/** New bank details in two steps: the details, then a fresh code to one's own phone. */
export function BankDialog({ account, open, onClose }: BankDialogProps) {
  const { t } = useTranslation('profile')
  return (
    <Dialog open={open} onClose={onClose} title={t('bank_dialog.title')}>
      <Steps account={account} onDone={onClose} />
    </Dialog>
  )
}

/** A code on its way: which one, and when another may be sent. */
interface Sent {
  readonly methodId: string
  readonly resendAt: number
}

const useSendCode = (onSent: (sent: Sent) => void) => {
  const phone = useSession().user?.phone.phone_number ?? ''
  const country = COUNTRIES.find(({ code }) => phone.startsWith(`+${code}`))?.code ?? ''
  return useMutation({
    mutationFn: () => api(login, { body: { phone_country_code: country, phone_number: phone } }),
    onSuccess: ({ data }) => onSent({ methodId: data.phones_id, resendAt: Date.parse(data.resend_at) }),
  })
}

function Steps({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) {
  const { t, i18n } = useTranslation(['profile', 'signup'])
  const [sent, setSent] = useState<Sent>()
  const [looked, setLooked] = useState(false)
  const sending = useSendCode(setSent)
  const form = useForm<BankInput>({
    mode: 'controlled',
    initialValues: { ...NO_BANK, holder_name: account.payment_methods[0]?.holder_name ?? account.vat_name },
    validateInputOnBlur: true,
    validate: (bank) => reasonTexts(i18n, bankInputReasons(bank)),
  })
  const warned = looked && checkOf(form.values) === 'invalid'
  const goOn = () => {
    if (checkOf(form.values) === 'invalid' && !warned) return setLooked(true)
    return sending.mutate()
  }
  if (sent) {
    return (
      <CodeStep
        account={account}
        bank={form.values}
        sent={sent}
        onResend={() => sending.mutate()}
        onBack={() => setSent(undefined)}
        onDone={onDone}
      />
    )
  }
  return (
    <form noValidate onSubmit={form.onSubmit(goOn, (errors) => focusFirst(form, errors))}>
      <Stack gap="wide">
        <BankFields form={form} warned={warned} onLeave={() => setLooked(true)} />
        <Button type="submit" full busy={sending.isPending} busyText={t('profile:bank_dialog.sending')}>
          {warned ? t('signup:bank.continue_anyway') : t('profile:bank_dialog.next')}
        </Button>
      </Stack>
    </form>
  )
}

interface CodeStepProps {
  readonly account: Account
  readonly bank: BankInput
  readonly sent: Sent
  readonly onResend: () => void
  readonly onBack: () => void
  readonly onDone: () => void
}

const CODE_REFUSALS = new Set(['code_wrong', 'code_expired', 'code_burned'])

function CodeStep({ account, bank, sent, onResend, onBack, onDone }: CodeStepProps) {
  const { t, i18n } = useTranslation('profile')
  const queries = useQueryClient()
  const phone = useSession().user?.phone.phone_number ?? ''
  const wait = useSecondsUntil(sent.resendAt)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const saving = useMutation({
    mutationFn: (typed: string) =>
      api(updateAccount, {
        params: { uuid: account.uuid },
        body: { payment_methods: [asPaymentMethod(bank)], method_id: sent.methodId, code: typed },
      }),
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      queries.setQueryData(['account', account.uuid], data)
      showToast({ state: 'good', text: t('bank_dialog.saved') })
      onDone()
    },
    onError: (fault) => {
      setCode('')
      if (fault instanceof ApiError && CODE_REFUSALS.has(fault.code))
        return setError(fault.description || textOf(i18n, fault.code))
      return sayFailure(i18n, fault)
    },
  })
  const verify = () => (code.length < CODE_LENGTH ? setError(t('bank_dialog.all_digits')) : saving.mutate(code))
  return (
    <Stack gap="wide">
      <Soft>{t('bank_dialog.code_text', { phone: phoneText(phone) })}</Soft>
      <CodeField
        label={t('bank_dialog.code')}
        value={code}
        error={error}
        disabled={saving.isPending}
        onChange={(next) => {
          setCode(next)
          setError(undefined)
        }}
        onFull={(full) => saving.mutate(full)}
      />
      <Button full busy={saving.isPending} busyText={t('bank_dialog.confirming')} onClick={verify}>
        {t('bank_dialog.confirm')}
      </Button>
      <Row apart>
        <Button look="bare" onClick={onBack}>
          {t('bank_dialog.back')}
        </Button>
        <Button look="bare" disabled={wait > 0} onClick={onResend}>
          {wait > 0 ? t('bank_dialog.resend_in', { time: clockText(wait) }) : t('bank_dialog.resend')}
        </Button>
      </Row>
    </Stack>
  )
}
