import { setDocumentConsent } from '@kartis/contract/documents.ts'
import { companyReasons } from '@kartis/domain/company.ts'
import { DOCUMENT_CONSENT_TEXT } from '@kartis/domain/document-consent.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { CheckRow } from '@kartis/ui/components/switch-row.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { bankInputReasons, checkOf } from '../../shared/bank-details.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { StepBack } from '../../shared/step-back.tsx'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { storeWorkspace } from '../../shared/storage.ts'
import { TermsText } from '../../shared/terms/terms-text.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import { createAccountWithFile, type NewAccount } from './create-account-with-file.ts'
import { useReadToEnd } from './use-read-to-end.ts'
import { chosenFile, dropSignup, setServerErrors, readBank, readCompany } from './signup-draft.ts'
import { splitByStep } from './split-by-step.ts'

/** Step 3: the terms, read to the end; confirming them creates the account. */
export function TermsScreen() {
  const userUuid = useSession().user?.uuid ?? ''
  const input: NewAccount = { company: readCompany(), bank: readBank(userUuid), file: chosenFile(userUuid) }
  if (hasReasons(companyReasons(input.company))) return <Navigate to="/create-account/company-details" replace />
  if (hasReasons(bankInputReasons(input.bank))) return <Navigate to="/create-account/bank-details" replace />
  return <TermsStep input={input} />
}

/** Says that the new workspace agrees to electronic documents. The account is open whether this arrives or not. */
const saveConsent = async (): Promise<boolean> => {
  try {
    await api(setDocumentConsent, { body: { agreed: true, text: DOCUMENT_CONSENT_TEXT } })
    return true
  } catch {
    return false
  }
}

/** Creates the account and makes it the current one; validation errors lead back to their step. */
const useCreateAccount = (input: NewAccount, agreesToDocuments: boolean) => {
  const { t, i18n } = useTranslation(['signup', 'terms', 'documents'])
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => createAccountWithFile(input),
    onSuccess: async ({ account, fileArrived }) => {
      storeWorkspace(account.uuid)
      if (agreesToDocuments && !(await saveConsent()))
        showToast({ state: 'info', text: t('documents:consent.not_saved') })
      if (!fileArrived) showToast({ state: 'info', text: t('signup:file.failed') })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await navigate({ to: '/create-account/success', replace: true })
      dropSignup()
    },
    onError: async (error) => {
      const errors = fieldErrorsOf(i18n, error)
      // Every other failure is shown for all mutations alike (`createQueryClient`).
      if (Object.keys(errors).length === 0) return
      const { company, bank, other, step } = splitByStep(errors)
      setServerErrors('company', company)
      setServerErrors('bank', bank)
      // No form has the other fields: the message is the only place where their errors can be shown.
      const texts = Object.entries(other).map(([name, text]) => `${name}: ${text}`)
      if (step) texts.unshift(t('signup:save_failed.text'))
      showToast({ state: 'bad', title: t('signup:save_failed.title'), text: texts.join(' ') })
      if (step) await navigate({ to: step })
    },
  })
}

function TermsStep({ input }: { readonly input: NewAccount }) {
  const { t } = useTranslation(['terms', 'signup', 'documents'])
  const [agreesToDocuments, setAgreesToDocuments] = useState(false)
  const { end, hasReadToEnd } = useReadToEnd<HTMLParagraphElement>()
  const creation = useCreateAccount(input, agreesToDocuments)
  return (
    <Page narrow>
      <PageHead eyebrow={t('signup:eyebrow')} />
      <Stack>
        {checkOf(input.bank) === 'invalid' && (
          <Note state="warn">
            {t('signup:bank.check_invalid')}{' '}
            <Link to="/create-account/bank-details">
              <b>{t('signup:bank.fix_bank_details')}</b>
            </Link>
          </Note>
        )}
        <div id="terms-why">
          <Note>{t('terms:binding')}</Note>
        </div>
        <Card>
          <TermsText end={end} />
        </Card>
        <Card>
          <CheckRow
            label={t('documents:consent.agree')}
            hint={t('documents:consent.optional')}
            checked={agreesToDocuments}
            onChange={setAgreesToDocuments}
          />
        </Card>
      </Stack>
      <p className="visually-hidden" role="status">
        {hasReadToEnd ? t('terms:read') : ''}
      </p>
      <StickyActions>
        <Button
          size="big"
          disabled={!hasReadToEnd}
          aria-describedby="terms-why"
          busy={creation.isPending || creation.isSuccess}
          busyText={t('terms:busy')}
          onClick={() => creation.mutate()}
        >
          {hasReadToEnd ? t('terms:confirm') : t('terms:read_on')}
        </Button>
        <StepBack />
      </StickyActions>
    </Page>
  )
}
