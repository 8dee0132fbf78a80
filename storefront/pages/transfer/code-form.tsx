import type { Refused } from '../../shared/api.ts'
import { CodeInput, useCodeEntry } from '../../shared/code-input.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Resend, type SentCode } from '../../shared/resend.tsx'
import { figure, Rich } from '../../shared/rich.tsx'

interface Props {
  readonly sent: SentCode
  readonly onSent: (sent: SentCode) => void
  readonly onOther: () => void
  /** Resolves with why it was refused; undefined once the ticket was accepted. */
  readonly onCode: (code: string) => Promise<Refused | undefined>
}

/** The code that proves the phone, with which the ticket is accepted. */
export const CodeForm = ({ sent, onSent, onOther, onCode }: Props) => {
  const { t } = usePageContext()
  const { busy, submit, field } = useCodeEntry(onCode)
  return (
    <form
      className={`${parts.card} ${parts.state}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={parts.quiet}>
        <Rich text={t('transfer.code_sent', { phone: sent.shown })} parts={{ n: figure }} />
      </p>
      <CodeInput id="transfer-code" {...field} />
      <button type="submit" className={`${parts.btn} ${parts.tall} ${parts.wide}`} aria-busy={busy}>
        {t(busy ? 'transfer.accepting' : 'transfer.accept')}
      </button>
      <Resend key={sent.shown} sent={sent} onSent={onSent} />
      <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={onOther}>
        {t('transfer.other')}
      </button>
    </form>
  )
}
