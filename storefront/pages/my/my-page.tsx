import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import type { SentCode } from '../../shared/resend.tsx'
import { linkTo, Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import { useApi } from '../../shared/api.ts'
import { CodeStep } from './code-step.tsx'
import css from './my-page.module.css'
import { Orders } from './orders.tsx'
import { PhoneStep } from './phone-step.tsx'
import { type RequestedOrder, requestedOrder } from '../../shared/own-order-link.ts'
import { removeBuyer } from '../../shared/saved-buyer.ts'
import { storedToken, storeToken } from '../../shared/session.ts'
import type { Translate } from '../../shared/translator.ts'

type Step = { readonly at: 'start' | 'phone' | 'orders' | 'erased' } | { readonly at: 'code'; readonly sent: SentCode }

interface Props {
  readonly onLang?: ((lang: Lang) => void) | undefined
}

const Loading = () => {
  const { t } = usePageContext()
  return (
    <div className={`${parts.wrap} ${parts.stack}`} aria-busy="true">
      <h1>{t('my.list.title')}</h1>
      <p className={parts.unseen} role="status">
        {t('my.list.loading')}
      </p>
      <div className={`${parts.skeleton} ${css.ghost}`} />
      <div className={`${parts.skeleton} ${css.ghost}`} />
    </div>
  )
}

const Erased = () => {
  const { t } = usePageContext()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`${parts.narrow} ${parts.card} ${parts.state}`}>
      <span className={`${parts.seal} ${parts.done}`}>
        <Icon name="check" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t('my.own.done')}
      </h1>
      <p className={parts.quiet}>{t('my.own.done_text')}</p>
      <a className={parts.btn} href="/order">
        {t('my.own.done_go')}
      </a>
    </section>
  )
}

/** Why the phone is asked for, where a link leads to one act. */
const signInTexts = ({ act, number }: RequestedOrder, t: Translate) =>
  act === 'email'
    ? { title: t('my.sign_in.email_title'), text: t('my.sign_in.email_text', { number }) }
    : {
        title: t('my.sign_in.cancel_title'),
        text: number ? t('my.sign_in.cancel_order', { number }) : t('my.sign_in.cancel_text'),
      }

const subscribeNever = () => () => undefined

/** The orders of a phone: number, code, list. */
export const MyPage = ({ onLang }: Props) => {
  const api = useApi()
  const { t } = usePageContext()
  // The server does not know the browser's token: the page begins with neither form nor list.
  const stored = useSyncExternalStore<string | null | undefined>(subscribeNever, storedToken, () => null)
  const [chosen, setStep] = useState<Step>()
  const step: Step = chosen ?? { at: stored === null ? 'start' : stored === undefined ? 'phone' : 'orders' }
  // Read in the browser only: the page begins with neither form nor list.
  const requested = stored === null ? undefined : requestedOrder()
  const signOut = () => {
    const token = storedToken()
    storeToken(undefined)
    removeBuyer()
    void api('POST', '/v1/logout', { bearer: token })
    setStep({ at: 'phone' })
  }
  return (
    <Shell onLang={onLang}>
      <main id="main" className={page.main}>
        {step.at === 'start' && <Loading />}
        {step.at === 'phone' && (
          <PhoneStep {...(requested && signInTexts(requested, t))} onSent={(sent) => setStep({ at: 'code', sent })} />
        )}
        {step.at === 'code' && (
          <CodeStep
            sent={step.sent}
            onSent={(sent) => setStep({ at: 'code', sent })}
            onBack={() => setStep({ at: 'phone' })}
            onSignedIn={() => setStep({ at: 'orders' })}
          />
        )}
        {(step.at === 'phone' || step.at === 'code') && (
          <p className={`${parts.small} ${parts.quiet} ${parts.centred} ${css.without}`}>
            <Rich text={t('my.request.link')} parts={{ a: linkTo('/order/cancel') }} />
          </p>
        )}
        {step.at === 'orders' && (
          <Orders
            requested={requested}
            onSignOut={signOut}
            onSessionEnd={() => setStep({ at: 'phone' })}
            onErased={() => {
              removeBuyer()
              setStep({ at: 'erased' })
            }}
          />
        )}
        {step.at === 'erased' && <Erased />}
      </main>
    </Shell>
  )
}
