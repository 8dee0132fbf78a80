import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useEffectEvent } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import { BackdropColors } from '../../shared/backdrop.tsx'
import type { WaitView } from '../../state/wait-state.ts'
import { LiveRegion } from './live-region.tsx'
import { TurnSoundCard } from './turn-sound-card.tsx'
import { InLine } from './in-line.tsx'
import { LeaveQueue } from './leave-queue.tsx'
import { Lobby } from './lobby.tsx'
import { Notice } from './notice.tsx'
import { Steps } from './steps.tsx'
import { YourTurn } from './your-turn.tsx'
import { useTurnSound } from './use-turn-sound.ts'
import { useWaiting, type Waiting } from './use-waiting.ts'
import css from './wait-page.module.css'

interface Props {
  readonly event: WaitView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

const saleOf = (event: WaitView): string => `/order/${event.slug}`

/** Announces the turn in the tab's title and with a sound, because visitors wait in other tabs. */
const useTurnCall = (waiting: Waiting, play: () => void) => {
  const { t } = usePageContext()
  const isTurn = waiting.stage.kind === 'has_pass' || waiting.stage.kind === 'admitted'
  // Once when the turn comes, not again in another language.
  const announce = useEffectEvent(() => {
    document.title = `● ${t('wait.turn.page_title')}`
    play()
  })
  useEffect(() => {
    if (!isTurn) return undefined
    const { title } = document
    announce()
    return () => {
      document.title = title
    }
  }, [isTurn])
}

const StageView = ({ event, waiting }: { readonly event: WaitView; readonly waiting: Waiting }) => {
  const { t } = usePageContext()
  const { stage } = waiting
  switch (stage.kind) {
    case 'early':
    case 'lobby':
      return <Lobby event={event} waiting={waiting} />
    case 'line':
      return <InLine event={event} waiting={waiting} line={stage.line} />
    case 'has_pass':
      return <YourTurn event={event} waiting={waiting} />
    case 'sold_out':
      return <Notice kind="sold_out" icon="ticket" note={t('wait.sold_out.back')} go="/order" />
    case 'other_device':
      return <Notice kind="other_device" icon="phone" go={`/order/${event.slug}`} goText="wait.elsewhere.go" />
    case 'next':
      return <Notice kind="next" icon="wait" turning />
    case 'left':
      return <Notice kind="left" icon="leave" onGo={waiting.restart} />
    default:
      return <Notice kind="loading" icon="wait" turning />
  }
}

/** The waiting room: one view for each stage, and what belongs to all of them. */
export const WaitPage = ({ event, onLang }: Props) => {
  const { t } = usePageContext()
  const turnSound = useTurnSound()
  const waiting = useWaiting(event.uuid, () => location.replace(saleOf(event)))
  useTurnCall(waiting, turnSound.play)
  const { kind } = waiting.stage
  const inLine = kind === 'line' || kind === 'lobby' || kind === 'admitted' || kind === 'next'
  return (
    <Shell
      seller={{ name: event.organiser.company, number: event.organiser.number }}
      back={{ href: saleOf(event), text: t('wait.home') }}
      onLang={onLang}
    >
      <main id="main" className={`${parts.narrow} ${page.main} ${css.page}`}>
        <BackdropColors colors={event.artwork.colors} />
        <h1 className={parts.unseen}>{t('wait.page_title')}</h1>
        <StageView event={event} waiting={waiting} />
        {waiting.requestFailed && (
          <p className={`${parts.note} ${parts.warn}`} role="status">
            <Icon name="warn" />
            <span>{t('wait.lost.text')}</span>
          </p>
        )}
        {inLine && <Steps />}
        {inLine && <TurnSoundCard turnSound={turnSound} />}
        {inLine && <LeaveQueue onLeave={waiting.leave} />}
        <LiveRegion waiting={waiting} />
      </main>
    </Shell>
  )
}
