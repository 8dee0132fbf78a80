import { useState } from 'react'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useApi } from '../../shared/api.ts'
import css from './checkout.module.css'
import type { Question, Value } from './questions.ts'

interface Props {
  readonly question: Question
  readonly value: Value
  readonly set: (value: Value) => void
  readonly wrong: string | undefined
  readonly upload: { readonly order: string; readonly token: string }
}

/** A file as an answer: it is uploaded at once, and its uuid is the answer. */
export const FileAnswer = ({ question, value, set, wrong, upload }: Props) => {
  const { t } = usePageContext()
  const api = useApi()
  const [name, setName] = useState('')
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const send = async (file: File) => {
    setName(file.name)
    if (file.size > UPLOAD.maxBytes) {
      setState('failed')
      return
    }
    setState('sending')
    const body = new FormData()
    body.append('field_uuid', question.field.uuid)
    body.append('ticket_no', String(question.ticketNo))
    body.append('file', file)
    const result = await api('POST', '/v1/public/orders/:uuid/attachments', {
      params: { uuid: upload.order },
      body,
      orderToken: upload.token,
    })
    setState(result.ok ? 'idle' : 'failed')
    set(result.ok ? result.data.uuid : undefined)
  }
  const has = typeof value === 'string' && value !== ''
  return (
    <div className={parts.line}>
      <label className={`${parts.pick} ${css.pick}`}>
        <input
          id={question.id}
          type="file"
          className={parts.unseen}
          accept="application/pdf,image/*"
          aria-invalid={wrong ? true : undefined}
          onChange={(change) => {
            const file = change.target.files?.[0]
            if (file) void send(file)
          }}
        />
        <Icon name={has ? 'check' : 'upload'} />
        {t(has ? 'checkout.questions.file_change' : 'checkout.questions.file')}
      </label>
      <span className={`${parts.small} ${parts.quiet}`} aria-live="polite">
        {state === 'sending' && t('checkout.questions.file_sending')}
        {state === 'failed' && <span className={css.bad}>{t('checkout.wrong.file')}</span>}
        {state === 'idle' &&
          (name ? (
            <UserText>{name}</UserText>
          ) : (
            t('checkout.questions.file_hint', { mb: UPLOAD.maxBytes / 1024 / 1024 })
          ))}
      </span>
    </div>
  )
}
