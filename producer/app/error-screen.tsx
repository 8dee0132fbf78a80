import { Button } from '@kartis/ui/components/button.tsx'
import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../shared/api-error.ts'
import { reportError } from '../shared/error-report.ts'
import { errorText } from '../shared/failures.ts'
import { draftsHere, dropDraft } from '../shared/use-draft.ts'
import { SupportContact } from '../shared/support-contact.tsx'

/**
 * A failed start (no network, server unavailable) can be retried; anything else is a bug of the app. A form may fail at what
 * was typed into it, and every reload opens it with that: it can be dropped here.
 */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const { t, i18n } = useTranslation(['shell', 'errors'])
  const router = useRouter()
  useEffect(() => reportError(error), [error])
  if (error instanceof ApiError) {
    return (
      <Page narrow>
        <ErrorState
          isWholePage
          text={error.description || errorText(i18n, error.code, error.detail)}
          code={error.code}
          onRetry={() => void router.invalidate()}
          action={<SupportContact />}
        />
      </Page>
    )
  }
  const drafts = draftsHere()
  const startOver = () => {
    for (const name of drafts) dropDraft(name)
    location.reload()
  }
  return (
    <Page narrow>
      <ErrorState
        isWholePage
        title={t('shell:failed.title')}
        text={
          drafts.length === 0 ? (
            t('shell:failed.text')
          ) : (
            <>
              {t('shell:failed.text')} {t('shell:failed.draft')}
            </>
          )
        }
        code="unspecific"
        action={
          <>
            <Button onClick={() => location.reload()}>{t('shell:failed.reload')}</Button>
            {drafts.length > 0 && (
              <Button look="line" onClick={startOver}>
                {t('shell:failed.drop')}
              </Button>
            )}
            <SupportContact />
          </>
        }
      />
    </Page>
  )
}
