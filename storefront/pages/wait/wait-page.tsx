import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useEffectEvent } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import { Wash } from '../../shared/backdrop.tsx'
import type { WaitView } from '../../state/wait-state.ts'
import { LiveRegion } from './live-region.tsx'
import { BellCard } from './turn-sound-card.tsx'
import { InLine } from './in-line.tsx'
import { Leave } from './leave-queue.tsx'
import { Lobby } from './lobby.tsx'
import { Notice } from './notice.tsx'
import { Steps } from './steps.tsx'
import { Turn } from './your-turn.tsx'
import { useBell } from './use-turn-sound.ts'
import { useWaiting, type Waiting } from './use-waiting.ts'
import css from './wait-page.module.css'

interface Props {
  readonly event: WaitView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

const saleOf = (event: WaitView): string => `/order/${event.slug}`

/** Announces the turn in the tab's title and with a sound: the page may wait behind others. */
const useTurnCall = (waiting: Waiting, ring: () => void) => {
  const { t } = usePage()
  const called = waiting.stage.kind === 'turn' || waiting.stage.kind === 'called'
  // Once when the turn comes, not again in another language.
  const announce = useEffectEvent(() => {
    document.title = `● ${t('wait.turn.page_title')}`
    ring()
  })
  useEffect(() => {
    if (!called) return undefined
    const { title } = document
    announce()
    return () => {
      document.title = title
    }
  }, [called])
}

const Stages = ({ event, waiting }: { readonly event: WaitView; readonly waiting: Waiting }) => {
  const { t } = usePage()
  const { stage } = waiting
  switch (stage.kind) {
    case 'early':
    case 'lobby':
      return <Lobby event={event} waiting={waiting} />
    case 'line':
      return <InLine event={event} waiting={waiting} line={stage.line} />
    case 'turn':
      return <Turn event={event} waiting={waiting} />
    case 'sold_out':
      return <Notice kind="sold_out" icon="ticket" note={t('wait.sold_out.back')} go="/order" />
    case 'elsewhere':
      return <Notice kind="elsewhere" icon="phone" />
    case 'next':
      return <Notice kind="next" icon="wait" turning />
    case 'left':
      return <Notice kind="left" icon="leave" onGo={waiting.restart} />
    default:
      return <Notice kind="loading" icon="wait" turning />
  }
}

/** The waiting room: the place in line, the expected wait, and what comes next. */
export const WaitPage = ({ event, onLang }: Props) => {
  const { t } = usePage()
  const bell = useBell()
  const waiting = useWaiting(event.uuid, () => location.replace(saleOf(event)))
  useTurnCall(waiting, bell.ring)
  const { kind } = waiting.stage
  const inLine = kind === 'line' || kind === 'lobby' || kind === 'called' || kind === 'next'
  return (
    <Shell
      seller={{ name: event.organiser.company, number: event.organiser.number }}
      back={{ href: saleOf(event), text: t('wait.home') }}
      onLang={onLang}
    >
      <main id="main" className={`${parts.narrow} ${page.main} ${css.page}`}>
        <Wash colors={event.look.colors} />
        <h1 className={parts.unseen}>{t('wait.page_title')}</h1>
        <Stages event={event} waiting={waiting} />
        {waiting.lost && (
          <p className={`${parts.note} ${parts.warn}`} role="status">
            <Icon name="warn" />
            <span>{t('wait.lost.text')}</span>
          </p>
        )}
        {inLine && <Steps />}
        {inLine && <BellCard bell={bell} />}
        {inLine && <Leave onLeave={waiting.leave} />}
        <LiveRegion waiting={waiting} />
      </main>
    </Shell>
  )
}
