import { clockText, phoneText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { CODE_LENGTH, CodeField } from '@kartis/ui/components/code-field.tsx'
import { Row, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from './session.ts'
import { useSecondsUntil } from './use-seconds-until.ts'
import type { SentCode } from './use-own-code.ts'

export interface CodeStepProps {
  readonly sent: SentCode
  readonly code: string
  readonly error: string | undefined
  readonly busy: boolean
  /** Text of what the code confirms. */
  readonly text: (phone: string) => string
  readonly action: string
  readonly busyText: string
  readonly danger?: boolean
  /** Content between the code field and the button. */
  readonly children?: ReactNode
  /** The action is blocked. */
  readonly held?: boolean
  readonly onCode: (code: string) => void
  /** Called with a complete code. */
  readonly onTry: (code: string) => void
  readonly onShort: () => void
  readonly onResend: () => void
  readonly onBack: () => void
}

/** The second step: the code from the user's phone. */
export function CodeStep(props: CodeStepProps) {
  const { sent, code, error, busy, text, action, busyText, danger = false, children, held = false } = props
  const { t } = useTranslation('profile')
  const phone = useSession().user?.phone.phone_number ?? ''
  const wait = useSecondsUntil(sent.resendAt)
  return (
    <Stack gap="wide">
      <Soft>{text(phoneText(phone))}</Soft>
      <CodeField
        label={t('bank_dialog.code')}
        value={code}
        error={error}
        disabled={busy}
        onChange={props.onCode}
        onFull={(full) => !held && !danger && props.onTry(full)}
      />
      {children}
      <Button
        full
        look={danger ? 'danger' : 'main'}
        busy={busy}
        busyText={busyText}
        disabled={held}
        onClick={() => (code.length < CODE_LENGTH ? props.onShort() : props.onTry(code))}
      >
        {action}
      </Button>
      <Row apart>
        <Button look="bare" onClick={props.onBack}>
          {t('bank_dialog.back')}
        </Button>
        <Button look="bare" disabled={wait > 0} onClick={props.onResend}>
          {wait > 0 ? t('bank_dialog.resend_in', { time: clockText(wait) }) : t('bank_dialog.resend')}
        </Button>
      </Row>
    </Stack>
  )
}
