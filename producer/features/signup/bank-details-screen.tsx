import { companyReasons } from '@kartis/domain/company.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Columns, Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankInput, bankInputReasons, checkOf } from '../../shared/bank-details.ts'
import { BankFields } from '../../shared/bank-fields.tsx'
import { reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { OwnershipFile } from '../../shared/ownership-file.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { StepBack } from '../../shared/step-back.tsx'
import { useSession } from '../../shared/session.ts'
import { useDebouncedSave } from '../../shared/use-debounced-save.ts'
import { SignupAside } from './signup-aside.tsx'
import {
  serverErrorsOf,
  saveBankDetails,
  storeFile,
  lostFile,
  setServerErrors,
  readBank,
  readCompany,
  readFile,
} from './signup-draft.ts'
import style from './signup.module.css'

/** Step 2: the bank account. Redirects to step 1 while that is incomplete. */
export function BankDetailsScreen() {
  const company = readCompany()
  if (hasReasons(companyReasons(company))) return <Navigate to="/create-account/company-details" replace />
  return <BankStep vatName={company.vat_name} taxId={company.tax_id} />
}

/** The account holder defaults to the company. */
const startFrom = (owner: string, vatName: string): BankInput => {
  const stored = readBank(owner)
  return stored.holder_name === '' ? { ...stored, holder_name: vatName } : stored
}

function BankStep({ vatName, taxId }: { readonly vatName: string; readonly taxId: string }) {
  const { t, i18n } = useTranslation('signup')
  const owner = useSession().user?.uuid ?? ''
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [looked, setLooked] = useState(false)
  const [fileName, setFileName] = useState(() => readFile()?.name)
  const draft = useDebouncedSave((bank: BankInput) => saveBankDetails(owner, bank))
  const form = useForm<BankInput>({
    mode: 'controlled',
    initialValues: startFrom(owner, vatName),
    initialErrors: serverErrorsOf('bank'),
    validateInputOnBlur: true,
    validate: (bank) => reasonTexts(i18n, bankInputReasons(bank)),
    onValuesChange: draft.save,
  })
  const doubtful = checkOf(form.values) === 'invalid'
  const warned = doubtful && looked
  const goOn = async (bank: BankInput) => {
    if (doubtful && !warned) return setLooked(true)
    setBusy(true)
    setServerErrors('bank', {})
    try {
      saveBankDetails(owner, bank)
      await navigate({ to: '/create-account/terms-of-use' })
    } catch {
      setBusy(false)
      showToast({ state: 'bad', title: t('save_failed.title'), text: t('save_failed.text') })
    }
  }
  const lost = lostFile(owner)
  return (
    <Page>
      <PageHead eyebrow={t('eyebrow')} />
      <form noValidate onSubmit={form.onSubmit(goOn, (errors) => focusFirst(form, errors))}>
        <Columns aside={<SignupAside step="bank" />}>
          <Card title={t('bank.payee')}>
            <div className={style.boxes}>
              <TextField label={t('company.vat_name')} value={vatName} readOnly />
              <TextField label={t('company.tax_id')} value={taxId} dir="ltr" readOnly />
            </div>
          </Card>
          <Card title={t('bank.title')}>
            <Stack gap="wide">
              <BankFields form={form} warned={warned} onLeave={() => setLooked(true)} />
              <OwnershipFile
                name={fileName}
                hint={lost !== undefined && fileName === undefined ? t('file.lost', { name: lost }) : undefined}
                onFile={(file) => {
                  storeFile(owner, file)
                  setFileName(file.name)
                }}
              />
            </Stack>
          </Card>
        </Columns>
        <StickyActions>
          <Button type="submit" size="big" busy={busy} busyText={t('busy')}>
            {warned ? t('bank.continue_anyway') : t('continue')}
          </Button>
          <StepBack />
        </StickyActions>
      </form>
    </Page>
  )
}
