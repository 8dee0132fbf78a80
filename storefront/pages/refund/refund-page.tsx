// First, so that the styles of components come after it.
import '../../shared/base.css'
import type { BankDetailsRequest } from '@kartis/contract/refund-transfers.ts'
import { dayText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { Icon } from '../../shared/icon.tsx'
import { priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { bold, figure, Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import { BankForm } from './bank-form.tsx'

/** The part of the address that no server sees. */
const tokenOfAddress = (): string => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'here'; readonly request: BankDetailsRequest }

/** What the link is about, read again on request. */
const useRequest = () => {
  const api = useApi()
  const [token, setToken] = useState('')
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const read = async (): Promise<void> => {
      const found = tokenOfAddress()
      setToken(found)
      const result =
        found.length < 20
          ? undefined
          : await api('POST', '/v1/public/refund_transfers/show', { body: { token: found } })
      if (!isCurrent) return
      if (result?.ok) setLoaded({ state: 'here', request: result.data })
      else if (!result || result.status === 404 || result.status === 422) setLoaded({ state: 'gone' })
      else setLoaded({ state: 'failed', text: result.text })
    }
    void read()
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn reads again
  }, [api, turn])
  return {
    token,
    loaded,
    set: (request: BankDetailsRequest) => setLoaded({ state: 'here', request }),
    again: () => {
      setLoaded({ state: 'loading' })
      setTurn(turn + 1)
    },
  }
}

const Gone = () => {
  const { t } = usePageContext()
  return (
    <section className={`${parts.state} ${page.notice}`}>
      <span className={parts.seal}>
        <Icon name="lock" />
      </span>
      <h1 className={page.heading}>{t('choice.bank.gone_title')}</h1>
      <p className={parts.quiet}>{t('choice.bank.gone_text')}</p>
      <a className={`${parts.btn} ${parts.neutral}`} href="/order/my">
        {t('choice.bank.gone_go')}
      </a>
    </section>
  )
}

const Failed = ({ text, onAgain }: { readonly text: string; readonly onAgain: () => void }) => {
  const { t } = usePageContext()
  return (
    <section className={`${parts.state} ${page.notice}`} role="alert">
      <h1 className={page.heading}>{t('choice.bank.failed_title')}</h1>
      <p className={parts.quiet}>{text}</p>
      <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={onAgain}>
        {t('choice.bank.again')}
      </button>
    </section>
  )
}

interface ReceivedProps {
  readonly request: BankDetailsRequest
  readonly onChange: () => void
}

/** The account is known: what happens next, and the way to change it. */
const Received = ({ request, onChange }: ReceivedProps) => {
  const { t, lang } = usePageContext()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { status, account_tail: tail, amount, due_at: due, open } = request
  const values = { sum: priceText(amount, lang), tail: tail ?? '', day: dayText(due, lang) }
  const isOver = status === 'done' || status === 'withdrawn'
  const key = isOver
    ? (`choice.bank.over.${status}` as const)
    : tail === null
      ? 'choice.bank.on_way'
      : 'choice.bank.received_text'
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`}>
      <span className={`${parts.seal} ${parts.done}`}>
        <Icon name="check" />
      </span>
      <h1 ref={heading} tabIndex={-1} className={page.heading}>
        {t(isOver ? 'choice.bank.over.title' : 'choice.bank.received_title')}
      </h1>
      <p className={parts.quiet}>
        <Rich text={t(key, values)} parts={{ b: bold, n: figure }} />
      </p>
      {open && (
        <button type="button" className={`${parts.btn} ${parts.textButton}`} onClick={onChange}>
          {t('choice.bank.change')}
        </button>
      )}
    </section>
  )
}

interface FormProps {
  readonly request: BankDetailsRequest
  readonly token: string
  readonly onReceived: (request: BankDetailsRequest) => void
}

const Form = ({ request, token, onReceived }: FormProps) => {
  const { t, lang } = usePageContext()
  const { amount, event_name: event, order_number: number, due_at: due, producer_name: producer } = request
  return (
    <div className={`${parts.stack} ${parts.loose}`}>
      <div className={parts.stack}>
        <h1>{t('choice.bank.title')}</h1>
        <p className={parts.quiet}>
          <Rich
            text={t('choice.bank.why', { sum: priceText(amount, lang), event: `\u2068${event}\u2069`, number })}
            parts={{ b: bold, n: figure }}
          />
        </p>
      </div>
      <p className={parts.note}>
        <Icon name="clock" />
        <span>
          <Rich
            text={t('choice.bank.until', { day: dayText(due, lang), organiser: `\u2068${producer}\u2069` })}
            parts={{ b: bold }}
          />
        </span>
      </p>
      <BankForm token={token} onReceived={onReceived} />
    </div>
  )
}

/** A buyer types the bank account to which a refund goes that the card company has refused. */
export const RefundPage = ({ onLang }: { readonly onLang?: ((lang: Lang) => void) | undefined }) => {
  const { t } = usePageContext()
  const { token, loaded, set, again } = useRequest()
  const [isChanging, setIsChanging] = useState(false)
  const showsForm =
    loaded.state === 'here' && loaded.request.open && (loaded.request.status === 'requested' || isChanging)
  return (
    <Shell onLang={onLang}>
      <main id="main" className={`${parts.narrow} ${page.main}`}>
        {loaded.state === 'loading' && (
          <p className={parts.quiet} role="status">
            {t('choice.bank.loading')}
          </p>
        )}
        {loaded.state === 'gone' && <Gone />}
        {loaded.state === 'failed' && <Failed text={loaded.text} onAgain={again} />}
        {showsForm && (
          <Form
            request={loaded.request}
            token={token}
            onReceived={(request) => {
              setIsChanging(false)
              set(request)
            }}
          />
        )}
        {loaded.state === 'here' && !showsForm && (
          <Received request={loaded.request} onChange={() => setIsChanging(true)} />
        )}
      </main>
    </Shell>
  )
}
