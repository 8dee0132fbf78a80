import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import { Wash } from '../../shared/backdrop.tsx'
import type { WaitView } from '../../state/wait-state.ts'
import { Aloud } from './live-region.tsx'
import { Away } from './away.tsx'
import { InLine } from './in-line.tsx'
import { Leave } from './leave.tsx'
import { Lobby } from './lobby.tsx'
import { Seal } from './seal.tsx'
import { Steps } from './steps.tsx'
import { Turn } from './turn.tsx'
import { useBell } from './use-bell.ts'
import { useWaiting, type Waiting } from './use-waiting.ts'
import css from './wait-page.module.css'

interface Props {
  readonly event: WaitView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

const saleOf = (event: WaitView): string => `/order/${event.slug}`

/** The title of the tab is what one sees of a page that waits behind others. */
const useTurnCall = (waiting: Waiting, ring: () => void) => {
  const { say } = usePage()
  const called = waiting.stage.kind === 'turn' || waiting.stage.kind === 'called'
  const title = useRef('')
  useEffect(() => {
    if (!called) return undefined
    title.current = document.title
    document.title = `● ${say('wait.turn.page_title')}`
    ring()
    return () => {
      document.title = title.current
    }
    // Rings once when the turn comes, not again with every word.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [called])
}

const Stages = ({ event, waiting }: { readonly event: WaitView; readonly waiting: Waiting }) => {
  const { say } = usePage()
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
      return <Seal kind="sold_out" icon="ticket" note={say('wait.sold_out.back')} go="/order" />
    case 'elsewhere':
      return <Seal kind="elsewhere" icon="phone" />
    case 'next':
      return <Seal kind="next" icon="wait" turning />
    case 'left':
      return <Seal kind="left" icon="leave" onGo={waiting.again} />
    default:
      return <Seal kind="loading" icon="wait" turning />
  }
}

/** The waiting room: the place in line in huge figures, what may be hoped for, and what comes next. */
export const WaitPage = ({ event, onLang }: Props) => {
  const { say } = usePage()
  const bell = useBell()
  const waiting = useWaiting(event.uuid, () => location.replace(saleOf(event)))
  useTurnCall(waiting, bell.ring)
  const { kind } = waiting.stage
  const inLine = kind === 'line' || kind === 'lobby' || kind === 'called' || kind === 'next'
  return (
    <Shell
      seller={{ name: event.organiser.company, number: event.organiser.number }}
      back={{ href: saleOf(event), text: say('wait.home') }}
      onLang={onLang}
    >
      <main id="main" className={`${parts.narrow} ${page.main} ${css.room}`}>
        <Wash colors={event.look.colors} />
        <h1 className={parts.unseen}>{say('wait.page_title')}</h1>
        <Stages event={event} waiting={waiting} />
        {waiting.lost && (
          <p className={`${parts.note} ${parts.warn}`} role="status">
            <Icon name="warn" />
            <span>{say('wait.lost.text')}</span>
          </p>
        )}
        {inLine && <Steps />}
        {inLine && <Away bell={bell} />}
        {inLine && <Leave onLeave={waiting.leave} />}
        <Aloud waiting={waiting} />
      </main>
    </Shell>
  )
}
