import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useState } from 'react'
import { type Refused, useApi } from '../../shared/api.ts'
import { CODE_DIGITS, CodeInput } from '../../shared/code-input.tsx'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Resend, type SentCode } from '../../shared/resend.tsx'
import { boldFigure, figure, Rich } from '../../shared/rich.tsx'
import { readPhone, savePhone } from '../../shared/saved-phone.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import css from './buy-panel.module.css'

export type ListKind = 'sold_out' | 'sale_opens'

interface Props {
  readonly event: string
  readonly kind: ListKind
  /** Who sends the messages. */
  readonly organiser: string
}

interface Entry {
  readonly uuid: string
  readonly token: string
}

const ISRAEL = '972'
const MAX_QUANTITY = 20

const Quantity = ({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) => {
  const { t } = usePageContext()
  const name = t('sale.waiting_list.quantity')
  return (
    <div className={`${parts.apart} ${css.listQuantity}`}>
      <span className={`${parts.small} ${parts.strong}`}>{name}</span>
      <div className={css.stepper} role="group" aria-label={name}>
        <button
          type="button"
          aria-label={t('sale.buy.less')}
          disabled={value === 1}
          onClick={() => onChange(value - 1)}
        >
          <Icon name="minus" />
        </button>
        <output aria-live="polite">{value}</output>
        <button
          type="button"
          aria-label={t('sale.buy.more')}
          disabled={value === MAX_QUANTITY}
          onClick={() => onChange(value + 1)}
        >
          <Icon name="plus" />
        </button>
      </div>
    </div>
  )
}

interface DoneProps extends Props {
  readonly phone: string
  readonly entry: Entry
}

const Done = ({ event, kind, phone, entry }: DoneProps) => {
  const { t } = usePageContext()
  const api = useApi()
  const [hasLeft, setLeft] = useState(false)
  const [busy, leave] = useSubmit(async () => {
    const result = await api('POST', '/v1/public/events/:uuid/waiting-list/leave', {
      params: { uuid: event },
      body: { uuid: entry.uuid, token: entry.token },
    })
    setLeft(result.ok)
    return result.ok
  })
  if (hasLeft)
    return (
      <p className={parts.quiet} role="status">
        {t('sale.waiting_list.left')}
      </p>
    )
  return (
    <div className={`${parts.state} ${parts.rise}`} role="status">
      <span className={`${parts.seal} ${parts.done}`}>
        <Icon name="check" />
      </span>
      <h4 className={parts.strong}>{t(`sale.waiting_list.done_${kind}`)}</h4>
      <p className={`${parts.small} ${parts.quiet}`}>
        <Rich text={t(`sale.waiting_list.done_${kind}_text`, { phone })} parts={{ n: boldFigure }} />
      </p>
      <button
        type="button"
        className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
        aria-busy={busy}
        onClick={() => leave()}
      >
        {t('sale.waiting_list.leave')}
      </button>
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
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, enter] = useSubmit<string>(async (digits) => {
    if (digits.length < CODE_DIGITS) {
      setWrong(t('my.code.incomplete'))
      return false
    }
    const refused = await onCode(digits)
    if (refused) {
      setCode('')
      setWrong(refused.text)
    }
    return refused === undefined
  })
  return (
    <div className={`${parts.state} ${css.listForm}`}>
      <p className={`${parts.small} ${parts.quiet}`}>
        <Rich text={t('my.code.text', { phone: sent.shown })} parts={{ n: figure }} />
      </p>
      <CodeInput
        id="list-code"
        value={code}
        wrong={wrong}
        onType={(digits) => {
          setCode(digits)
          setWrong(undefined)
        }}
        onFull={enter}
      />
      <button type="button" className={`${parts.btn} ${parts.wide}`} aria-busy={busy} onClick={() => enter(code)}>
        {t(busy ? 'my.code.checking' : 'sale.waiting_list.verify')}
      </button>
      <Resend key={sent.shown} sent={sent} onSent={onSent} />
      <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={onOther}>
        {t('sale.waiting_list.other')}
      </button>
    </div>
  )
}

/** Signs a verified phone up: for tickets of a sold-out event, or for a message when the sale opens. */
export const ListForm = ({ event, kind, organiser }: Props) => {
  const { t } = usePageContext()
  const api = useApi()
  const [phone, setPhone] = useState(() => readPhone() ?? '')
  const [quantity, setQuantity] = useState(1)
  const [hasConsent, setConsent] = useState(false)
  const [wrong, setWrong] = useState<{ readonly phone?: string | undefined; readonly consent?: string }>({})
  const [sent, setSent] = useState<SentCode>()
  const [entry, setEntry] = useState<Entry>()
  const [busy, send] = useSubmit(async () => {
    const parsed = parsePhone(ISRAEL, phone)
    if (!parsed.ok || !hasConsent) {
      setWrong({
        ...(parsed.ok ? {} : { phone: wrongText(t, parsed.reason) }),
        ...(hasConsent ? {} : { consent: t('sale.waiting_list.consent_missing') }),
      })
      return false
    }
    const result = await api('POST', '/v1/login', { body: { phone_country_code: ISRAEL, phone_number: phone.trim() } })
    if (result.ok) setSent({ ...result.data, code: ISRAEL, number: phone.trim(), shown: nationalPhone(parsed.e164) })
    else setWrong({ phone: result.text })
    return result.ok
  })
  const join = async (code: string): Promise<Refused | undefined> => {
    const result = await api('POST', '/v1/public/events/:uuid/waiting-list', {
      params: { uuid: event },
      body: {
        kind,
        phone: phone.trim(),
        quantity,
        consent: true,
        phone_proof: { method_id: sent?.phones_id ?? '', code },
      },
    })
    if (!result.ok) return result
    if (sent) savePhone(sent.shown)
    setEntry(result.data)
    return undefined
  }
  if (entry && sent) return <Done event={event} kind={kind} organiser={organiser} phone={sent.shown} entry={entry} />
  if (sent) return <Code sent={sent} onSent={setSent} onOther={() => setSent(undefined)} onCode={join} />
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
        {t(busy ? 'my.sign_in.sending' : 'sale.waiting_list.send')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>{t('sale.waiting_list.note')}</p>
    </div>
  )
}
