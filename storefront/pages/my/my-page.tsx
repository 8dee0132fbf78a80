import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import type { Sent } from '../../shared/resend.tsx'
import { Shell } from '../../shared/shell.tsx'
import { useApi } from '../../shared/use-api.ts'
import { CodeStep } from './code-step.tsx'
import css from './my-page.module.css'
import { Orders } from './orders.tsx'
import { PhoneStep } from './phone-step.tsx'
import { storedToken, storeToken } from '../../shared/session.ts'

type Step = { readonly at: 'start' | 'phone' | 'orders' | 'erased' } | { readonly at: 'code'; readonly sent: Sent }

interface Props {
  readonly onLang?: ((lang: Lang) => void) | undefined
}

const Loading = () => {
  const { say } = usePage()
  return (
    <div className={`${parts.wrap} ${parts.stack}`} aria-busy="true">
      <h1>{say('my.list.title')}</h1>
      <p className={parts.unseen} role="status">
        {say('my.list.loading')}
      </p>
      <div className={`${parts.skeleton} ${css.ghost}`} />
      <div className={`${parts.skeleton} ${css.ghost}`} />
    </div>
  )
}

const Erased = () => {
  const { say } = usePage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`${parts.narrow} ${parts.card} ${parts.state}`}>
      <span className={`${parts.seal} ${parts.done}`}>
        <Icon name="check" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {say('my.own.done')}
      </h1>
      <p className={parts.quiet}>{say('my.own.done_text')}</p>
      <a className={parts.btn} href="/order">
        {say('my.own.done_go')}
      </a>
    </section>
  )
}

const never = () => () => undefined

/** Own orders of a phone: number, code, list. Nothing to remember and nothing to register. */
export const MyPage = ({ onLang }: Props) => {
  const api = useApi()
  // What this browser remembers is not known on the server: the page begins with neither form nor list.
  const token = useSyncExternalStore<string | null | undefined>(never, storedToken, () => null)
  const [chosen, setStep] = useState<Step>()
  const step: Step = chosen ?? { at: token === null ? 'start' : token === undefined ? 'phone' : 'orders' }
  const leave = () => {
    const spent = storedToken()
    storeToken(undefined)
    void api('/logout', { method: 'POST', bearer: spent })
    setStep({ at: 'phone' })
  }
  return (
    <Shell onLang={onLang}>
      <main id="main" className={page.main}>
        {step.at === 'start' && <Loading />}
        {step.at === 'phone' && <PhoneStep onSent={(sent) => setStep({ at: 'code', sent })} />}
        {step.at === 'code' && (
          <CodeStep
            sent={step.sent}
            onSent={(sent) => setStep({ at: 'code', sent })}
            onBack={() => setStep({ at: 'phone' })}
            onIn={() => setStep({ at: 'orders' })}
          />
        )}
        {step.at === 'orders' && (
          <Orders onLeave={leave} onLost={() => setStep({ at: 'phone' })} onErased={() => setStep({ at: 'erased' })} />
        )}
        {step.at === 'erased' && <Erased />}
      </main>
    </Shell>
  )
}
