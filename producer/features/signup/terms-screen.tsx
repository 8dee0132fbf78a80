import { ACCOUNT_FIELDS, companyReasons } from '@kartis/domain/company.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bankInputReasons, checkOf } from '../../shared/bank-details.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { StepBack } from '../../shared/step-back.tsx'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { storeWorkspace } from '../../shared/storage.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { type NewAccount, openAccount } from './open-account.ts'
import { useReadToEnd } from './use-read-to-end.ts'
import { dropSignup, setServerErrors, readBank, readCompany, readFile } from './signup-draft.ts'
import { TermsText } from './terms-text.tsx'

/** Step 3: the terms, read to the end; confirming them creates the account. */
export function TermsScreen() {
  const owner = useSession().user?.uuid ?? ''
  const input: NewAccount = { company: readCompany(), bank: readBank(owner), file: readFile() }
  if (hasReasons(companyReasons(input.company))) return <Navigate to="/create-account/company-details" replace />
  if (hasReasons(bankInputReasons(input.bank))) return <Navigate to="/create-account/bank-details" replace />
  return <TermsStep input={input} />
}

/** Creates the account and makes it the current one; validation errors lead back to their step. */
const useOpening = (input: NewAccount) => {
  const { t, i18n } = useTranslation(['signup', 'terms'])
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => openAccount(input),
    onSuccess: async ({ account, fileArrived }) => {
      storeWorkspace(account.uuid)
      if (!fileArrived) showToast({ state: 'info', text: t('signup:file.failed') })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await navigate({ to: '/create-account/success', replace: true })
      dropSignup()
    },
    onError: async (error) => {
      const errors = fieldErrorsOf(i18n, error)
      if (Object.keys(errors).length === 0) return
      showToast({ state: 'bad', title: t('signup:save_failed.title'), text: t('signup:save_failed.text') })
      const company = Object.entries(ACCOUNT_FIELDS).flatMap(([name, field]) => {
        const text = errors[name]
        return text === undefined ? [] : [[field, text] as const]
      })
      setServerErrors('company', Object.fromEntries(company))
      const bank = Object.entries(errors).flatMap(([name, text]) => {
        const field = /^payment_methods\.\d+\.(?<field>\w+)$/u.exec(name)?.groups?.['field']
        return field === undefined ? [] : [[field, text] as const]
      })
      setServerErrors('bank', Object.fromEntries(bank))
      await navigate({ to: company.length > 0 ? '/create-account/company-details' : '/create-account/bank-details' })
    },
  })
}

function TermsStep({ input }: { readonly input: NewAccount }) {
  const { t } = useTranslation(['terms', 'signup'])
  const { end, read } = useReadToEnd<HTMLParagraphElement>()
  const opening = useOpening(input)
  return (
    <Page narrow>
      <PageHead eyebrow={t('signup:eyebrow')} />
      <Stack>
        {checkOf(input.bank) === 'invalid' && (
          <Note state="warn">
            {t('signup:bank.check_invalid')}{' '}
            <Link to="/create-account/bank-details">
              <b>{t('signup:bank.mend')}</b>
            </Link>
          </Note>
        )}
        <div id="terms-why">
          <Note>{t('terms:binding')}</Note>
        </div>
        <Card>
          <TermsText end={end} />
        </Card>
      </Stack>
      <p className="visually-hidden" role="status">
        {read ? t('terms:read') : ''}
      </p>
      <StickyActions>
        <Button
          size="big"
          disabled={!read}
          aria-describedby="terms-why"
          busy={opening.isPending || opening.isSuccess}
          busyText={t('terms:busy')}
          onClick={() => opening.mutate()}
        >
          {read ? t('terms:confirm') : t('terms:read_on')}
        </Button>
        <StepBack />
      </StickyActions>
    </Page>
  )
}
