import { type Account, showAccount, updateAccount } from '@kartis/contract/accounts.ts'
import { ACCOUNT_FIELDS, type AccountField, type CompanyDetails, companyReasons } from '@kartis/domain/company.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Columns, Page } from '@kartis/ui/components/layout.tsx'
import { FormSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { CompanyFields } from '../../shared/company-fields.tsx'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { BankCard } from './bank-card.tsx'
import { BankDialog } from './bank-dialog.tsx'
import { ContractCard } from './contract-card.tsx'
import { DataRightsLink } from './data-rights-link.tsx'
import { FileCard } from './file-card.tsx'

/** The account: company, bank, documents and contract. */
export function CompanyScreen() {
  const uuid = useSession().account?.uuid ?? ''
  const account = useQuery({
    queryKey: ['account', uuid],
    queryFn: async () => (await api(showAccount, { params: { uuid } })).data,
  })
  return (
    <Page>
      <PageHead eyebrow={account.data?.name} />
      <WhenLoaded query={account} skeleton={<FormSkeleton fields={6} />}>
        {(account) => <Company account={account} />}
      </WhenLoaded>
    </Page>
  )
}

const companyOf = (account: Account): CompanyDetails => ({
  name: account.name,
  vat_name: account.vat_name ?? '',
  tax_id: account.tax_id ?? '',
  address_city: account.address_city ?? '',
  address_street: account.address_street ?? '',
  address_street_number: account.address_street_number ?? '',
  phone: account.phone ?? '',
  email: account.email ?? '',
  email_billing: account.email_billing ?? '',
})

/** Changed fields only, by API name. */
const changesOf = (before: CompanyDetails, after: CompanyDetails): Partial<Record<AccountField, string>> =>
  Object.fromEntries(
    Object.entries(ACCOUNT_FIELDS).flatMap(([name, field]) =>
      after[field] === before[field] ? [] : [[name, after[field]]],
    ),
  )

/** Maps errors from API names (`vat_number`) to form fields (`tax_id`). */
const byField = (errors: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ACCOUNT_FIELDS).flatMap(([name, field]) => {
      const text = errors[name]
      return text === undefined ? [] : [[field, text]]
    }),
  )

function Company({ account }: { readonly account: Account }) {
  const { t, i18n } = useTranslation('profile')
  const queries = useQueryClient()
  const [start, setStart] = useState(() => companyOf(account))
  const form = useForm<CompanyDetails>({
    mode: 'controlled',
    initialValues: start,
    validateInputOnBlur: true,
    validate: (company) => reasonTexts(i18n, companyReasons(company)),
  })
  const saving = useMutation({
    mutationFn: (company: CompanyDetails) =>
      api(updateAccount, { params: { uuid: account.uuid }, body: changesOf(start, company) }),
    onSuccess: async ({ data }) => {
      setStart(companyOf(data))
      form.setValues(companyOf(data))
      queries.setQueryData(['account', account.uuid], data)
      showToast({ state: 'good', text: t('saved') })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onError: (error) => form.setErrors(byField(fieldErrorsOf(i18n, error))),
  })
  const [changesBank, setChangesBank] = useState(false)
  const edits = account.can.edit
  const { can } = useSession()
  const aside = (
    <>
      {account.can.bank && <BankCard account={account} onChange={() => setChangesBank(true)} />}
      {account.can.bank && <FileCard account={account} />}
      {account.accounts_contract && <ContractCard contract={account.accounts_contract} />}
      {can['data_rights.use'] && <DataRightsLink />}
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
          {account.tax_id === null ? <NameCard name={account.name} /> : <CompanyFields form={form} readOnly={!edits} />}
        </Columns>
        {edits && (
          <StickyActions>
            <Button
              type="submit"
              size="big"
              disabled={Object.keys(changesOf(start, form.values)).length === 0}
              busy={saving.isPending}
              busyText={t('saving')}
            >
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

/** The account for a member who may not see its details. */
function NameCard({ name }: { readonly name: string }) {
  return (
    <Card>
      <b>{name}</b>
    </Card>
  )
}
