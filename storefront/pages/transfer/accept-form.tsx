import { isForeignPhone, nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { isPersonName } from '@kartis/domain/text.ts'
import { useState, useSyncExternalStore } from 'react'
import { type Refused, useApi } from '../../shared/api.ts'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import { Icon } from '../../shared/icon.tsx'
import { phoneLimitText, readExceededLimit } from '../../shared/limit-text.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import type { SentCode } from '../../shared/resend.tsx'
import { readBuyer, readWholePhone, savePhone } from '../../shared/saved-buyer.ts'
import { storedToken, useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import type { TransferView } from '../../state/transfer-state.ts'
import { CodeForm } from './code-form.tsx'

interface Props {
  readonly view: TransferView
  /** The ticket can no longer be accepted. */
  readonly onClosed: (reason: Exclude<TransferView['state'], 'open'>) => void
  readonly onAccepted: (ticket: { readonly url: string; readonly name: string }) => void
}

const ISRAEL = '972'

const subscribeNever = () => () => undefined
const readName = (): string => readBuyer()?.name ?? ''

interface Wrong {
  readonly name?: string | undefined
  readonly phone?: string | undefined
}

/** Accepts with what was typed; a code proves the phone unless this browser is signed in with it. */
const useAccept = ({ view, onClosed, onAccepted }: Props) => {
  const { t } = usePageContext()
  const userApi = useUserApi()
  return async (
    person: { readonly name: string; readonly phone: string },
    proof?: { readonly method_id: string; readonly code: string },
  ): Promise<Refused | undefined> => {
    const result = await userApi('POST', '/v1/public/ticket_transfers/:uuid/accept', {
      params: { uuid: view.uuid },
      body: { token: view.token, ...person, ...(proof && { phone_proof: proof }) },
    })
    if (result.ok) {
      onAccepted({ url: result.data.url, name: person.name })
      return undefined
    }
    const { reason } = result.detail
    if (result.code === 'transfer_closed') onClosed(reason as Exclude<TransferView['state'], 'open'>)
    const limit = readExceededLimit(result)
    return limit ? { ...result, text: phoneLimitText(t, limit, () => view.type) } : result
  }
}

/** Name and phone of whoever accepts, then the code that was sent to the phone. */
export const AcceptForm = (props: Props) => {
  const { view } = props
  const { t } = usePageContext()
  const api = useApi()
  const accept = useAccept(props)
  // Until something is typed, what this browser was used with before; the server renders the page without it.
  const savedName = useSyncExternalStore(subscribeNever, readName, () => '')
  const savedPhone = useSyncExternalStore(subscribeNever, readWholePhone, () => '')
  const [typedName, setName] = useState<string>()
  const [typedPhone, setPhone] = useState<string>()
  const name = typedName ?? savedName
  const phone = typedPhone ?? savedPhone
  const [wrong, setWrong] = useState<Wrong>({})
  const [problem, setProblem] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const person = { name: name.trim(), phone: phone.trim() }
  const sendCode = async (shown: string): Promise<boolean> => {
    const about = { purpose: 'transfer', subject_uuid: view.uuid } as const
    const request = { phone_country_code: ISRAEL, phone_number: person.phone, ...about }
    const result = await api('POST', '/v1/login', { body: request })
    if (result.ok) setSent({ ...result.data, request, shown })
    else setWrong({ phone: result.text })
    return result.ok
  }
  const [busy, start] = useSubmit(async () => {
    const parsed = parsePhone(ISRAEL, phone)
    const nameReason = person.name === '' ? 'required' : isPersonName(person.name) ? undefined : 'invalid_name'
    const isRefused = parsed.ok && isForeignPhone(parsed.e164) && !view.foreignPhones
    const phoneReason = parsed.ok ? (isRefused ? 'phone_not_allowed' : undefined) : parsed.reason
    setProblem('')
    setWrong({ name: wrongText(t, nameReason), phone: wrongText(t, phoneReason) })
    if (!parsed.ok || nameReason || phoneReason) {
      document.getElementById(nameReason ? 'name' : 'phone')?.focus()
      return false
    }
    const shown = nationalPhone(parsed.e164)
    savePhone(shown)
    const refused = storedToken() === undefined ? undefined : await accept(person)
    if (storedToken() === undefined || refused?.code === 'phone_unverified') return sendCode(shown)
    if (refused) setProblem(refused.text)
    return refused === undefined
  })
  if (sent)
    return (
      <CodeForm
        sent={sent}
        onSent={setSent}
        onOther={() => setSent(undefined)}
        onCode={(code) => accept(person, { method_id: sent.phones_id, code })}
      />
    )
  return (
    <form
      className={`${parts.stack} ${parts.loose}`}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        start()
      }}
    >
      <div className={`${parts.card} ${parts.stack}`}>
        <Field id="name" label={t('transfer.name')} wrong={wrong.name}>
          <input
            {...fieldProps('name', wrong.name)}
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            onChange={(change) => {
              setName(change.target.value)
              setWrong({ ...wrong, name: undefined })
            }}
          />
        </Field>
        <Field id="phone" label={t('transfer.phone')} hint={t('transfer.phone_hint')} wrong={wrong.phone}>
          <input
            {...fieldProps('phone', wrong.phone, t('transfer.phone_hint'))}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            dir="ltr"
            required
            maxLength={32}
            value={phone}
            onChange={(change) => {
              setPhone(change.target.value)
              setWrong({ ...wrong, phone: undefined })
            }}
          />
        </Field>
        <RefusalNote text={problem} />
        <button type="submit" className={`${parts.btn} ${parts.tall} ${parts.wide}`} aria-busy={busy}>
          {t(busy ? 'my.sign_in.sending' : 'transfer.send_code')}
        </button>
        <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>{t('transfer.until', { when: view.until })}</p>
      </div>
      <Terms />
    </form>
  )
}

/** What accepting means. */
const Terms = () => {
  const { t } = usePageContext()
  return (
    <div className={parts.stack}>
      <p className={parts.note}>
        <Icon name="shield" />
        <span>{t('transfer.new_code')}</span>
      </p>
      <p className={parts.note}>
        <Icon name="info" />
        <span>{t('transfer.refund')}</span>
      </p>
    </div>
  )
}
