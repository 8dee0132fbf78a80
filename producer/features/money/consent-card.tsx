import type { DocumentConsent } from '@kartis/contract/documents.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useDocumentConsent, useSetDocumentConsent } from './use-documents.ts'

/** Whether the account gets signed originals electronically instead of on paper: the sentence, what was latest last, and the change. */
export function ConsentCard() {
  const { t } = useTranslation('documents')
  const consent = useDocumentConsent()
  return (
    <Card title={t('consent.title')}>
      <WhenLoaded query={consent}>{(latest) => <Consent latest={latest} />}</WhenLoaded>
    </Card>
  )
}

function Consent({ latest }: { readonly latest: DocumentConsent | null }) {
  const { t } = useTranslation('documents')
  const lang = useLang()
  const { can } = useSession()
  const saving = useSetDocumentConsent()
  const isAgreed = latest?.agreed === true
  const facts = latest && { day: dayText(latest.at, lang), by: latest.by }
  const save = (): void =>
    saving.mutate(!isAgreed, {
      onSuccess: ({ agreed }) =>
        showToast({ state: 'good', text: t(agreed ? 'consent.toast' : 'consent.withdrawn_toast') }),
    })
  return (
    <Stack>
      <p>{t('consent.agree')}</p>
      <Soft small>{facts ? t(isAgreed ? 'consent.agreed' : 'consent.withdrawn', facts) : t('consent.none')}</Soft>
      {can['account.edit'] ? (
        <Button look={isAgreed ? 'line' : 'soft'} full busy={saving.isPending} onClick={save}>
          {t(isAgreed ? 'consent.withdraw' : 'consent.give')}
        </Button>
      ) : (
        !isAgreed && <Soft small>{t('consent.managers')}</Soft>
      )}
    </Stack>
  )
}
