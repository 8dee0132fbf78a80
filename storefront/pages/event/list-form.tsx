import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useState } from 'react'
import type { Refused } from '../../shared/api.ts'
import { CodeInput, useCodeEntry } from '../../shared/code-input.tsx'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Resend, type SentCode } from '../../shared/resend.tsx'
import { figure, Rich } from '../../shared/rich.tsx'
import { readWholePhone, savePhone } from '../../shared/saved-buyer.ts'
import { storedToken, useUserApi } from '../../shared/session.ts'
import { Stepper } from '../../shared/stepper.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import css from './buy-panel.module.css'
import type { ListKind, SavedEntry } from './saved-entry.ts'

interface Props {
  readonly event: string
  readonly kind: ListKind
  readonly organiser: string
  readonly onJoined: (entry: SavedEntry) => void
}

const ISRAEL = '972'
const MAX_QUANTITY = 20

const Quantity = ({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) => {
  const { t } = usePageContext()
  const name = t('sale.waiting_list.quantity')
  return (
    <div className={`${parts.apart} ${css.listQuantity}`}>
      <span className={`${parts.small} ${parts.strong}`}>{name}</span>
      <Stepper
        value={value}
        min={1}
        max={MAX_QUANTITY}
        label={name}
        less={t('sale.buy.less')}
        more={t('sale.buy.more')}
        onChange={(by) => onChange(value + by)}
      />
    </div>
  )
}

interface CodeProps {
  readonly sent: SentCode
  readonly onSent: (sent: SentCode) => void
  readonly onOther: () => void
  /** Resolves with why the code was refused; undefined when it was taken. */
  readonly onCode: (code: string) => Promise<Refused | undefined>
}

const Code = ({ sent, onSent, onOther, onCode }: CodeProps) => {
  const { t } = usePageContext()
  const { busy, submit, field } = useCodeEntry(onCode)
  return (
    <div className={`${parts.state} ${css.listForm}`}>
      <p className={`${parts.small} ${parts.quiet}`}>
        <Rich text={t('my.code.text', { phone: sent.shown })} parts={{ n: figure }} />
      </p>
      <CodeInput id="list-code" {...field} />
      <button type="button" className={`${parts.btn} ${parts.wide}`} aria-busy={busy} onClick={submit}>
        {t(busy ? 'my.code.checking' : 'sale.waiting_list.verify')}
      </button>
      <Resend key={sent.shown} sent={sent} onSent={onSent} />
      <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={onOther}>
        {t('sale.waiting_list.other')}
      </button>
    </div>
  )
}

/** Signs a verified phone up. A browser that is signed in with the phone needs no code. */
export const ListForm = ({ event, kind, organiser, onJoined }: Props) => {
  const { t } = usePageContext()
  const userApi = useUserApi()
  const [phone, setPhone] = useState(readWholePhone)
  const [quantity, setQuantity] = useState(1)
  const [hasConsent, setConsent] = useState(false)
  const [wrong, setWrong] = useState<{ readonly phone?: string | undefined; readonly consent?: string }>({})
  const [sent, setSent] = useState<SentCode>()
  const join = async (
    shown: string,
    phoneProof?: { method_id: string; code: string },
  ): Promise<Refused | undefined> => {
    const result = await userApi('POST', '/v1/public/events/:uuid/waiting-list', {
      params: { uuid: event },
      body: { kind, phone: phone.trim(), quantity, consent: true, ...(phoneProof && { phone_proof: phoneProof }) },
    })
    if (!result.ok) return result
    savePhone(shown)
    onJoined({ kind, uuid: result.data.uuid, token: result.data.token, phone: shown })
    return undefined
  }
  const sendCode = async (shown: string): Promise<boolean> => {
    const about = { purpose: 'waiting_list', subject_uuid: event } as const
    const request = { phone_country_code: ISRAEL, phone_number: phone.trim(), ...about }
    const result = await userApi('POST', '/v1/login', { body: request })
    if (result.ok) setSent({ ...result.data, request, shown })
    else setWrong({ phone: result.text })
    return result.ok
  }
  const isSignedIn = storedToken() !== undefined
  const [busy, send] = useSubmit(async () => {
    const parsed = parsePhone(ISRAEL, phone)
    if (!parsed.ok || !hasConsent) {
      setWrong({
        ...(parsed.ok ? {} : { phone: wrongText(t, parsed.reason) }),
        ...(hasConsent ? {} : { consent: t('sale.waiting_list.consent_missing') }),
      })
      return false
    }
    const shown = nationalPhone(parsed.e164)
    const refused = storedToken() === undefined ? undefined : await join(shown)
    if (storedToken() === undefined || refused?.code === 'phone_unverified') return sendCode(shown)
    if (refused) setWrong({ phone: refused.text })
    return refused === undefined
  })
  if (sent) {
    const proofOf = (code: string) => ({ method_id: sent.phones_id, code })
    return (
      <Code
        sent={sent}
        onSent={setSent}
        onOther={() => setSent(undefined)}
        onCode={(code) => join(sent.shown, proofOf(code))}
      />
    )
  }
  return (
    <div className={`${parts.stack} ${parts.snug} ${css.listForm}`}>
      <h4 className={parts.strong}>{t(`sale.waiting_list.title_${kind}`)}</h4>
      {kind === 'sold_out' && <Quantity value={quantity} onChange={setQuantity} />}
      <Field id="list-phone" label={t('sale.waiting_list.phone')} wrong={wrong.phone}>
        <input
          {...fieldProps('list-phone', wrong.phone)}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          dir="ltr"
          maxLength={32}
          value={phone}
          onChange={(change) => {
            setPhone(change.target.value)
            setWrong({})
          }}
        />
      </Field>
      <label className={fields.tick}>
        <input
          type="checkbox"
          checked={hasConsent}
          aria-describedby="list-consent"
          onChange={(change) => {
            setConsent(change.target.checked)
            setWrong({})
          }}
        />
        <span>{t(`sale.waiting_list.consent_${kind}`, { name: organiser })}</span>
      </label>
      {wrong.consent && (
        <p className={`${parts.note} ${parts.bad}`} role="alert" id="list-consent">
          <Icon name="warn" />
          <span>{wrong.consent}</span>
        </p>
      )}
      <button
        type="button"
        className={`${parts.btn} ${parts.wide} ${parts.tall}`}
        aria-busy={busy}
        onClick={() => send()}
      >
        {t(busy ? 'my.sign_in.sending' : isSignedIn ? `sale.waiting_list.send_${kind}` : 'sale.waiting_list.send')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>{t('sale.waiting_list.note')}</p>
    </div>
  )
}
