import type { User } from '@kartis/contract/auth.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { StepBack } from '../../shared/step-back.tsx'
import style from './auth-frame.module.css'
import { CodeEntry, SentTo } from './code-entry.tsx'
import { PhoneEntry } from './phone-entry.tsx'
import { dropPendingCode, type PendingCode, readPendingCode } from './pending-code.ts'

interface SignUpPhoneProps {
  readonly step: { readonly current: number; readonly total: number }
  readonly onSignedIn: (user: User) => void
}

/** The phone step of a registration: the number, then its code. */
export function SignUpPhone({ step, onSignedIn }: SignUpPhoneProps) {
  const { t } = useTranslation('auth')
  const [pending, setPending] = useState<PendingCode | undefined>(readPendingCode)
  const changeNumber = () => {
    dropPendingCode()
    setPending(undefined)
  }
  return (
    <Page narrow>
      <PageHead title={t('register.phone_title')} eyebrow={t('register.title')} step={step} />
      <Card>
        <Stack gap="wide">
          <Soft>{pending ? <SentTo pending={pending} /> : t('login.text')}</Soft>
          {pending ? (
            <CodeEntry
              key={pending.phonesId}
              pending={pending}
              onResent={setPending}
              onSignedIn={onSignedIn}
              change={
                <button type="button" className={style.link} onClick={changeNumber}>
                  {t('verify.change')}
                </button>
              }
            />
          ) : (
            <PhoneEntry onSent={setPending} />
          )}
        </Stack>
      </Card>
      <div className={style.under}>
        <StepBack to="/register" />
      </div>
    </Page>
  )
}
