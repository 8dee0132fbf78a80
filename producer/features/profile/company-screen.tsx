import { type Account, updateAccount } from '@kartis/contract/accounts.ts'
import {
  ACCOUNT_FIELDS,
  type AccountField,
  type BillingRole,
  type CompanyDetails,
  companyReasons,
} from '@kartis/domain/company.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Columns, Page } from '@kartis/ui/components/layout.tsx'
import { FormSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { companyFieldErrors } from '../../shared/account-errors.ts'
import { api } from '../../shared/api.ts'
import { CompanyFields } from '../../shared/company-fields.tsx'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { saveForm } from '../../shared/save-form.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { TextsEditor, translationOf } from '../../shared/texts-editor.tsx'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { BankCard } from './bank-card.tsx'
import { BankDialog } from './bank-dialog.tsx'
import { ContractCard } from './contract-card.tsx'
import { BillingRoleCard } from './billing-role-card.tsx'
import { FileCard } from './file-card.tsx'
import { LinkCard } from './link-card.tsx'
import { useOwnAccount } from './use-own-account.ts'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

/** The account: company, bank, documents and contract. */
export function CompanyScreen() {
  const account = useOwnAccount()
  return (
    <Page>
      <PageHead eyebrow={account.data?.name} />
      <WhenLoaded query={account} skeleton={<FormSkeleton fields={6} />}>
        {(account) => <Company account={account} />}
      </WhenLoaded>
    </Page>
  )
}

type CompanyValues = CompanyDetails & { readonly billing_role: BillingRole }

const companyOf = (account: Account): CompanyValues => ({
  name: account.name,
  vat_name: account.vat_name ?? '',
  tax_id: account.tax_id ?? '',
  address_city: account.address_city ?? '',
  address_street: account.address_street ?? '',
  address_street_number: account.address_street_number ?? '',
  phone: account.phone ?? '',
  email: account.email ?? '',
  email_billing: account.email_billing ?? '',
  billing_role: account.billing_role ?? 'business',
})

/** Changed fields only, by API name. */
const changesOf = (
  before: CompanyValues,
  after: CompanyValues,
): Partial<Record<AccountField, string>> & { readonly billing_role?: BillingRole } => ({
  ...Object.fromEntries(
    Object.entries(ACCOUNT_FIELDS).flatMap(([name, field]) =>
      after[field] === before[field] ? [] : [[name, after[field]]],
    ),
  ),
  ...(after.billing_role !== before.billing_role && { billing_role: after.billing_role }),
})

/** What else belongs to the account, for those who may use it. */
function Elsewhere() {
  const { t } = useTranslation(['profile', 'security', 'terminals'])
  const { can } = useSession()
  return (
    <>
      {can['account.details'] && (
        <LinkCard to="/company/terms" title={t('terms.title')} text={t('terms.text')} open={t('terms.open')} />
      )}
      {can['account.terminals'] && (
        <LinkCard
          to="/company/terminals"
          title={t('terminals:title')}
          text={t('terminals:link_text')}
          open={t('terminals:open')}
        />
      )}
      {can['data_rights.use'] && (
        <LinkCard to="/company/data-rights" title={t('rights.title')} text={t('rights.text')} open={t('rights.open')} />
      )}
      {can['security_log.read'] && (
        <LinkCard
          to="/company/security-log"
          title={t('security:log.title')}
          text={t('security:log.text')}
          open={t('security:log.open')}
        />
      )}
    </>
  )
}

function Company({ account }: { readonly account: Account }) {
  const { t, i18n } = useTranslation('profile')
  const queries = useQueryClient()
  const [start, setStart] = useState(() => companyOf(account))
  const [texts, setTexts] = useState(account.texts)
  const textsChanged = JSON.stringify(texts) !== JSON.stringify(account.texts)
  const form = useForm<CompanyValues>({
    mode: 'controlled',
    initialValues: start,
    ...VALIDATE_ON_BLUR,
    validate: (company) => reasonTexts(i18n, companyReasons(company)),
  })
  const saving = useMutation({
    mutationFn: (company: CompanyValues) =>
      api(updateAccount, {
        params: { uuid: account.uuid },
        body: { ...changesOf(start, company), ...(textsChanged && { texts }) },
      }),
    onSuccess: async ({ data }) => {
      setStart(companyOf(data))
      form.setValues(companyOf(data))
      setTexts(data.texts)
      queries.setQueryData(['account', account.uuid], data)
      showToast({ state: 'good', text: t('saved') })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onError: (error) => form.setErrors(fieldErrorsOf(i18n, error, companyFieldErrors)),
  })
  const isChanged = Object.keys(changesOf(start, form.values)).length > 0 || textsChanged
  useLeaveGuard({ dirty: isChanged, save: () => saveForm(form, saving.mutateAsync) })
  const [changesBank, setChangesBank] = useState(false)
  const edits = account.can.edit
  const aside = (
    <>
      {account.can.bank && <BankCard account={account} onChange={() => setChangesBank(true)} />}
      {account.can.bank && <FileCard account={account} />}
      {account.accounts_contract && <ContractCard contract={account.accounts_contract} />}
      <Elsewhere />
    </>
  )
  return (
    <>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (company) => saving.mutate(company),
          (errors) => focusFirst(form, errors),
        )}
      >
        <Columns even aside={aside}>
          {!edits && <Note>{t('company.read_only')}</Note>}
          {account.tax_id === null ? (
            <NameCard name={account.name} />
          ) : (
            <>
              <CompanyFields form={form} readOnly={!edits} />
              <BillingRoleCard
                value={form.values.billing_role}
                onChange={(role) => form.setFieldValue('billing_role', role)}
                readOnly={!edits}
              />
            </>
          )}
          {edits && <CompanyTexts company={form.values} texts={texts} onChange={setTexts} />}
        </Columns>
        {edits && (
          <StickyActions>
            <Button type="submit" size="big" disabled={!isChanged} busy={saving.isPending} busyText={t('saving')}>
              {t('save')}
            </Button>
          </StickyActions>
        )}
      </form>
      {/* outside the company form, because it contains a form itself */}
      <BankDialog account={account} open={changesBank} onClose={() => setChangesBank(false)} />
    </>
  )
}

interface CompanyTextsProps {
  readonly company: CompanyDetails
  readonly texts: Account['texts']
  readonly onChange: (texts: Account['texts']) => void
}

/** What buyers read of the company in other languages. */
function CompanyTexts({ company, texts, onChange }: CompanyTextsProps) {
  const { t } = useTranslation('signup')
  const text = (field: 'name' | 'vat_name') => ({
    label: t(`company.${field}`),
    original: company[field],
    maxLength: 120,
    ...translationOf(texts, field, onChange),
  })
  return <TextsEditor texts={[text('name'), text('vat_name')]} />
}

/** The account for a member who may not see its details. */
function NameCard({ name }: { readonly name: string }) {
  return (
    <Card>
      <b>{name}</b>
    </Card>
  )
}
