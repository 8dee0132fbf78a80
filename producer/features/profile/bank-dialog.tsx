import { type Account, updateAccount } from '@kartis/contract/accounts.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { asPaymentMethod, type BankInput, bankInputReasons, NO_BANK } from '../../shared/bank-details.ts'
import { BankFields, useBankWarning } from '../../shared/bank-fields.tsx'
import { reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

interface BankDialogProps {
  readonly account: Account
  readonly open: boolean
  readonly onClose: () => void
}

/** Changes the bank account; api() asks for a fresh proof of who does it where the last one is too old. */
export function BankDialog({ account, open, onClose }: BankDialogProps) {
  const { t } = useTranslation('profile')
  return (
    <Dialog open={open} onClose={onClose} title={t('bank_dialog.title')}>
      <BankForm account={account} onDone={onClose} />
    </Dialog>
  )
}

function BankForm({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) {
  const { t, i18n } = useTranslation(['profile', 'signup'])
  const queries = useQueryClient()
  const form = useForm<BankInput>({
    mode: 'controlled',
    initialValues: { ...NO_BANK, holder_name: account.payment_methods[0]?.holder_name ?? account.vat_name ?? '' },
    ...VALIDATE_ON_BLUR,
    validate: (bank) => reasonTexts(i18n, bankInputReasons(bank)),
  })
  const saving = useMutation({
    mutationFn: (bank: BankInput) =>
      api(updateAccount, { params: { uuid: account.uuid }, body: { payment_methods: [asPaymentMethod(bank)] } }),
    onSuccess: ({ data }) => {
      queries.setQueryData(['account', account.uuid], data)
      showToast({ state: 'good', text: t('profile:bank_dialog.saved') })
      onDone()
    },
  })
  const warning = useBankWarning(form)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        warning.before((bank) => saving.mutate(bank)),
        (errors) => focusFirst(form, errors),
      )}
    >
      <Stack gap="wide">
        <BankFields form={form} warning={warning} />
        <Button type="submit" full busy={saving.isPending} busyText={t('profile:bank_dialog.confirming')}>
          {warning.isShown ? t('signup:bank.continue_anyway') : t('profile:bank_dialog.confirm')}
        </Button>
      </Stack>
    </form>
  )
}
