import { useLang } from '@kartis/ui/use-lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { commaText } from '@kartis/i18n/format.ts'
import { eraseMe } from '@kartis/contract/data-rights.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { CheckRow } from '@kartis/ui/components/switch-row.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { errorText } from '../../shared/failures.ts'
import { signOut } from '../../shared/session.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { CodeStep } from '../../shared/code-step.tsx'
import style from './data-rights.module.css'
import { type SentCode, useOwnCode } from '../../shared/use-own-code.ts'
import { useTypedCode } from '../../shared/use-typed-code.ts'

interface EraseMeDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Erases the signed-in user in two steps: what is deleted and kept, then a code sent to the own phone. */
export function EraseMeDialog({ open, onClose }: EraseMeDialogProps) {
  const { t } = useTranslation('profile')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog throwaway open={open} onClose={onClose} locked={busy} title={t('erase_me.title')}>
      <Steps onClose={onClose} onBusy={setBusy} />
    </Dialog>
  )
}

interface StepsProps {
  readonly onClose: () => void
  readonly onBusy: (busy: boolean) => void
}

function Steps({ onClose, onBusy }: StepsProps) {
  const { t } = useTranslation('profile')
  const [sent, setSent] = useState<SentCode>()
  const sending = useOwnCode('erase', setSent)
  if (sent)
    return <Confirm sent={sent} onResend={() => sending.mutate()} onBack={() => setSent(undefined)} onBusy={onBusy} />
  return (
    <Stack gap="wide">
      <Soft>{t('erase_me.text')}</Soft>
      <ul className={style.points}>
        <li>{t('erase_me.goes')}</li>
        <li>{t('erase_me.stays')}</li>
        <li>{t('erase_me.teams')}</li>
      </ul>
      <div className={style.actions}>
        <Button busy={sending.isPending} busyText={t('bank_dialog.sending')} onClick={() => sending.mutate()}>
          {t('erase_me.next')}
        </Button>
        <Button look="line" onClick={onClose}>
          {t('erase_me.keep')}
        </Button>
      </div>
    </Stack>
  )
}

interface ConfirmProps {
  readonly sent: SentCode
  readonly onResend: () => void
  readonly onBack: () => void
  readonly onBusy: (busy: boolean) => void
}

/** What blocks the erasure: unused tickets, which can be given up, or a team without another manager. */
type Obstacle = { readonly kind: 'tickets'; readonly count: number } | { readonly kind: 'team'; readonly text: string }

const obstacleOf = (error: unknown, text: (code: string) => string, lang: Lang): Obstacle | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'person_has_tickets') {
    const count = error.detail['tickets']
    return { kind: 'tickets', count: typeof count === 'number' ? count : 1 }
  }
  if (error.code !== 'last_manager') return undefined
  const { accounts } = error.detail
  const names = Array.isArray(accounts) ? accounts.filter((name) => typeof name === 'string') : []
  return {
    kind: 'team',
    text: [error.description || text(error.code), commaText(names, lang)].filter(Boolean).join(' '),
  }
}

function Confirm({ sent, onResend, onBack, onBusy }: ConfirmProps) {
  const { t, i18n } = useTranslation('profile')
  const lang = useLang()
  const typed = useTypedCode()
  const [obstacle, setObstacle] = useState<Obstacle>()
  const [givesUp, setGivesUp] = useState(false)
  const erasing = useMutation({
    mutationFn: (code: string) => api(eraseMe, { body: { method_id: sent.methodId, code, confirm_upcoming: givesUp } }),
    meta: { quiet: true },
    onMutate: () => onBusy(true),
    // the session was deleted with the user
    onSuccess: () => signOut(),
    onError: (error) => {
      onBusy(false)
      const found = obstacleOf(error, (code) => errorText(i18n, code), lang)
      if (found) return setObstacle(found)
      return typed.refuse(error)
    },
  })
  return (
    <CodeStep
      sent={sent}
      code={typed.code}
      error={typed.error}
      busy={erasing.isPending || erasing.isSuccess}
      text={(phone) => t('erase_me.code_text', { phone })}
      action={t('erase_me.confirm')}
      busyText={t('erase_me.confirming')}
      danger
      held={obstacle?.kind === 'team' || (obstacle?.kind === 'tickets' && !givesUp)}
      onCode={typed.type}
      onTry={(full) => erasing.mutate(full)}
      onShort={() => typed.refuseShort(t('bank_dialog.all_digits'))}
      onResend={onResend}
      onBack={onBack}
    >
      {obstacle?.kind === 'team' && <Note state="bad">{obstacle.text}</Note>}
      {obstacle?.kind === 'tickets' && (
        <>
          <Note state="warn">{t('erase_me.upcoming', { count: obstacle.count })}</Note>
          <CheckRow label={t('erase_me.give_up')} checked={givesUp} onChange={setGivesUp} />
        </>
      )}
    </CodeStep>
  )
}
