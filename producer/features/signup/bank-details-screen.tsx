import { companyReasons } from '@kartis/domain/company.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Columns, Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useForm } from '@mantine/form'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankInput, bankInputReasons } from '../../shared/bank-details.ts'
import { BankFields, useBankWarning } from '../../shared/bank-fields.tsx'
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
  lostFileName,
  readBank,
  readCompany,
  chosenFile,
} from './signup-draft.ts'
import { useNextStep } from './use-next-step.ts'
import style from './signup.module.css'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

/** Step 2: the bank account. Redirects to step 1 while that is incomplete. */
export function BankDetailsScreen() {
  const company = readCompany()
  if (hasReasons(companyReasons(company))) return <Navigate to="/create-account/company-details" replace />
  return <BankStep vatName={company.vat_name} taxId={company.tax_id} />
}

/** The account holder defaults to the company. */
const initialBank = (userUuid: string, vatName: string): BankInput => {
  const stored = readBank(userUuid)
  return stored.holder_name === '' ? { ...stored, holder_name: vatName } : stored
}

function BankStep({ vatName, taxId }: { readonly vatName: string; readonly taxId: string }) {
  const { t, i18n } = useTranslation('signup')
  const userUuid = useSession().user?.uuid ?? ''
  const [fileName, setFileName] = useState(() => chosenFile(userUuid)?.name)
  const save = (bank: BankInput) => saveBankDetails(userUuid, bank)
  const { busy, submitStep } = useNextStep({ step: 'bank', save, to: '/create-account/terms-of-use' })
  const draft = useDebouncedSave(save)
  const form = useForm<BankInput>({
    mode: 'controlled',
    initialValues: initialBank(userUuid, vatName),
    initialErrors: serverErrorsOf('bank'),
    ...VALIDATE_ON_BLUR,
    validate: (bank) => reasonTexts(i18n, bankInputReasons(bank)),
    onValuesChange: draft.save,
  })
  const warning = useBankWarning(form)
  const lost = lostFileName(userUuid)
  return (
    <Page>
      <PageHead eyebrow={t('eyebrow')} />
      <form noValidate onSubmit={form.onSubmit(warning.before(submitStep), (errors) => focusFirst(form, errors))}>
        <Columns aside={<SignupAside step="bank" />}>
          <Card title={t('bank.payee')}>
            <div className={style.boxes}>
              <TextField label={t('company.vat_name')} value={vatName} readOnly />
              <TextField label={t('company.tax_id')} value={taxId} dir="ltr" readOnly />
            </div>
          </Card>
          <Card title={t('bank.title')}>
            <Stack gap="wide">
              <BankFields form={form} warning={warning} />
              <OwnershipFile
                name={fileName}
                hint={lost !== undefined && fileName === undefined ? t('file.lost', { name: lost }) : undefined}
                onFile={(file) => {
                  storeFile(userUuid, file)
                  setFileName(file.name)
                }}
              />
            </Stack>
          </Card>
        </Columns>
        <StickyActions>
          <Button type="submit" size="big" busy={busy} busyText={t('busy')}>
            {warning.isShown ? t('bank.continue_anyway') : t('continue')}
          </Button>
          <StepBack />
        </StickyActions>
      </form>
    </Page>
  )
}
