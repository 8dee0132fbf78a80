import { passkeyProofOptions, reauthenticate, reauthenticateByPasskey } from '@kartis/contract/sessions.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from './api.ts'
import { CodeStep } from './code-step.tsx'
import { hasPasskeys, signWithPasskey } from './passkey.ts'
import { useMutation } from './use-mutation.ts'
import { type SentCode, useOwnCode } from './use-own-code.ts'
import { useTypedCode } from './use-typed-code.ts'

interface ProofDialogProps {
  readonly open: boolean
  readonly onAnswer: (proved: boolean) => void
}

/** Asks who is there before money or roles change: by a code sent to the own phone, or by a passkey. */
export function ProofDialog({ open, onAnswer }: ProofDialogProps) {
  const { t } = useTranslation('security')
  return (
    <Dialog throwaway open={open} onClose={() => onAnswer(false)} title={t('proof.title')}>
      <Steps onProved={() => onAnswer(true)} />
    </Dialog>
  )
}

function Steps({ onProved }: { readonly onProved: () => void }) {
  const { t } = useTranslation(['security', 'profile'])
  const [sent, setSent] = useState<SentCode>()
  const sending = useOwnCode('confirm', setSent)
  // A challenge is good for one answer: each opening of the dialog asks for its own.
  const challenge = useQuery({
    queryKey: ['passkey-proof'],
    queryFn: async () => (await api(passkeyProofOptions)).data,
    gcTime: 0,
    staleTime: 0,
  })
  if (sent)
    return <Code sent={sent} onResend={() => sending.mutate()} onBack={() => setSent(undefined)} onProved={onProved} />
  return (
    <Stack gap="wide">
      <Soft>{t('security:proof.text')}</Soft>
      <Stack>
        {challenge.data ? (
          <Passkey challenge={challenge.data} onFailed={() => void challenge.refetch()} onProved={onProved} />
        ) : (
          <Button
            full
            busy={sending.isPending || challenge.isPending}
            busyText={t(challenge.isPending ? 'security:proof.confirming' : 'profile:bank_dialog.sending')}
            onClick={() => sending.mutate()}
          >
            {t('security:proof.code')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

type Challenge = NonNullable<ReplyOf<typeof passkeyProofOptions>['data']>

interface PasskeyProps {
  readonly challenge: Challenge
  readonly onFailed: () => void
  readonly onProved: () => void
}

/** Whoever has a passkey proves by it alone, and learns what to do without it. */
function Passkey({ challenge, onFailed, onProved }: PasskeyProps) {
  const { t } = useTranslation('security')
  const proving = useMutation({
    mutationFn: async ({ challenge_uuid, options }: Challenge) =>
      api(reauthenticateByPasskey, { body: { challenge_uuid, response: await signWithPasskey(options) } }),
    meta: { quiet: true },
    onSuccess: onProved,
    onError: onFailed,
  })
  return (
    <>
      {proving.isError && <Note state="bad">{t('proof.failed')}</Note>}
      {hasPasskeys() && (
        <Button
          full
          busy={proving.isPending}
          busyText={t('proof.confirming')}
          onClick={() => proving.mutate(challenge)}
        >
          {t('proof.passkey')}
        </Button>
      )}
      <Soft small>{t('proof.lost')}</Soft>
    </>
  )
}

interface CodeProps {
  readonly sent: SentCode
  readonly onResend: () => void
  readonly onBack: () => void
  readonly onProved: () => void
}

function Code({ sent, onResend, onBack, onProved }: CodeProps) {
  const { t } = useTranslation(['security', 'profile'])
  const typed = useTypedCode()
  const proving = useMutation({
    mutationFn: (code: string) => api(reauthenticate, { body: { method_id: sent.methodId, code } }),
    meta: { quiet: true },
    onSuccess: onProved,
    onError: typed.refuse,
  })
  return (
    <CodeStep
      sent={sent}
      code={typed.code}
      error={typed.error}
      busy={proving.isPending}
      text={(phone) => t('security:proof.code_text', { phone })}
      action={t('security:proof.confirm')}
      busyText={t('security:proof.confirming')}
      onCode={typed.type}
      onTry={(full) => proving.mutate(full)}
      onShort={() => typed.refuseShort(t('profile:bank_dialog.all_digits'))}
      onResend={onResend}
      onBack={onBack}
    />
  )
}
