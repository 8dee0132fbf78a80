import { type Account, updateAccount } from '@kartis/contract/accounts.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { asPaymentMethod, type BankInput, bankInputReasons, checkOf, NO_BANK } from '../../shared/bank-details.ts'
import { BankFields } from '../../shared/bank-fields.tsx'
import { showFailure, errorText } from '../../shared/failures.ts'
import { reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { CodeStep } from './code-step.tsx'
import { isAboutCode, type SentCode, useOwnCode } from './use-own-code.ts'

interface BankDialogProps {
  readonly account: Account
  readonly open: boolean
  readonly onClose: () => void
}

/** Changes the bank account in two steps: the details, then a code sent to the user's phone. */
export function BankDialog({ account, open, onClose }: BankDialogProps) {
  const { t } = useTranslation('profile')
  return (
    <Dialog open={open} onClose={onClose} title={t('bank_dialog.title')}>
      <Steps account={account} onDone={onClose} />
    </Dialog>
  )
}

function Steps({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) {
  const { t, i18n } = useTranslation(['profile', 'signup'])
  const [sent, setSent] = useState<SentCode>()
  const [looked, setLooked] = useState(false)
  const sending = useOwnCode(setSent)
  const form = useForm<BankInput>({
    mode: 'controlled',
    initialValues: { ...NO_BANK, holder_name: account.payment_methods[0]?.holder_name ?? account.vat_name ?? '' },
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
      <BankCode
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

interface BankCodeProps {
  readonly account: Account
  readonly bank: BankInput
  readonly sent: SentCode
  readonly onResend: () => void
  readonly onBack: () => void
  readonly onDone: () => void
}

function BankCode({ account, bank, sent, onResend, onBack, onDone }: BankCodeProps) {
  const { t, i18n } = useTranslation('profile')
  const queries = useQueryClient()
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
    onError: (error) => {
      setCode('')
      if (isAboutCode(error)) return setError(error.description || errorText(i18n, error.code))
      return showFailure(i18n, error)
    },
  })
  return (
    <CodeStep
      sent={sent}
      code={code}
      error={error}
      busy={saving.isPending}
      text={(phone) => t('bank_dialog.code_text', { phone })}
      action={t('bank_dialog.confirm')}
      busyText={t('bank_dialog.confirming')}
      onCode={(next) => {
        setCode(next)
        setError(undefined)
      }}
      onTry={(full) => saving.mutate(full)}
      onShort={() => setError(t('bank_dialog.all_digits'))}
      onResend={onResend}
      onBack={onBack}
    />
  )
}
