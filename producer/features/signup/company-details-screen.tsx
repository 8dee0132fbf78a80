import { type CompanyDetails, companyReasons } from '@kartis/domain/company.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Columns, Page } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CompanyFields } from '../../shared/company-fields.tsx'
import { reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { StepBack } from '../../shared/step-back.tsx'
import { useDebouncedSave } from '../../shared/use-debounced-save.ts'
import { SignupAside } from './signup-aside.tsx'
import { serverErrorsOf, saveCompany, setServerErrors, readCompany } from './signup-draft.ts'

/** Step 1: the company of the account. */
export function CompanyDetailsScreen() {
  const { t, i18n } = useTranslation('signup')
  const { account } = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const draft = useDebouncedSave(saveCompany)
  const form = useForm<CompanyDetails>({
    mode: 'controlled',
    initialValues: readCompany(),
    initialErrors: serverErrorsOf('company'),
    validateInputOnBlur: true,
    validate: (company) => reasonTexts(i18n, companyReasons(company)),
    onValuesChange: draft.save,
  })
  const goOn = async (company: CompanyDetails) => {
    setBusy(true)
    setServerErrors('company', {})
    try {
      saveCompany(company)
      await navigate({ to: '/create-account/bank-details' })
    } catch {
      setBusy(false)
      showToast({ state: 'bad', title: t('save_failed.title'), text: t('save_failed.text') })
    }
  }
  return (
    <Page>
      <PageHead eyebrow={t('eyebrow')} />
      <form noValidate onSubmit={form.onSubmit(goOn, (errors) => focusFirst(form, errors))}>
        <Columns aside={<SignupAside step="company" />}>
          <CompanyFields form={form} />
        </Columns>
        <StickyActions>
          <Button type="submit" size="big" busy={busy} busyText={t('busy')}>
            {t('continue')}
          </Button>
          <StepBack {...(account && { to: '/' })} />
        </StickyActions>
      </form>
    </Page>
  )
}
