import { type CompanyDetails, companyReasons } from '@kartis/domain/company.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Columns, Page } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { CompanyFields } from '../../shared/company-fields.tsx'
import { reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { type Session, useSession } from '../../shared/session.ts'
import { StepBack } from '../../shared/step-back.tsx'
import { useDebouncedSave } from '../../shared/use-debounced-save.ts'
import { SignupAside } from './signup-aside.tsx'
import { serverErrorsOf, saveCompany, readCompany } from './signup-draft.ts'
import { useNextStep } from './use-next-step.ts'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

/** The producer's mobile as it is typed; empty for one from abroad. */
const ownPhoneOf = (user: Session['user']): string => {
  const phone = user?.phone?.phone_number ?? ''
  return phone.startsWith('+972') ? `0${phone.slice(4)}` : ''
}

/** The contact details of the person who signs up, where the company has none yet: most often they are the same. */
const withContact = (company: CompanyDetails, user: Session['user']): CompanyDetails => {
  const email = user?.email ?? ''
  return {
    ...company,
    phone: company.phone || ownPhoneOf(user),
    email: company.email || email,
    email_billing: company.email_billing || email,
  }
}

/** Step 1: the company of the account. */
export function CompanyDetailsScreen() {
  const { t, i18n } = useTranslation('signup')
  const { account, user } = useSession()
  const { busy, submitStep } = useNextStep({ step: 'company', save: saveCompany, to: '/create-account/bank-details' })
  const draft = useDebouncedSave(saveCompany)
  const form = useForm<CompanyDetails>({
    mode: 'controlled',
    initialValues: withContact(readCompany(), user),
    initialErrors: serverErrorsOf('company'),
    ...VALIDATE_ON_BLUR,
    validate: (company) => reasonTexts(i18n, companyReasons(company)),
    onValuesChange: draft.save,
  })
  return (
    <Page>
      <PageHead eyebrow={t('eyebrow')} />
      <form noValidate onSubmit={form.onSubmit(submitStep, (errors) => focusFirst(form, errors))}>
        <Columns aside={<SignupAside step="company" />}>
          <CompanyFields form={form} ownPhone={ownPhoneOf(user)} />
        </Columns>
        <StickyActions>
          <Button type="submit" size="big" busy={busy} busyText={t('busy')}>
            {t('continue')}
          </Button>
          {/* Who opens another account came from the app; who opens the first one came from the welcome page. */}
          <StepBack to={account ? '/' : undefined} />
        </StickyActions>
      </form>
    </Page>
  )
}
