import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { clockText, useSecondsLeft } from '../../shared/clock.ts'
import { pathIn } from '../../shared/embed.ts'
import { HoldStrip } from '../../shared/hold-strip.tsx'
import { useMoreTime } from '../../shared/use-more-time.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import type { SeatsView } from '../../state/seats-state.ts'
import { useAnnouncedTime } from './announced-time.ts'
import { Choosing } from './choosing.tsx'
import { SeatsBar } from './tray.tsx'
import { type Picker, usePicker } from './use-picker.ts'

// Few events have a waiting room or ask for a verified phone.
const WaitingRoomNote = lazy(async () => ({
  default: (await import('../event/waiting-room-note.tsx')).WaitingRoomNote,
}))
const VerifyPhone = lazy(async () => ({ default: (await import('../event/verify-phone.tsx')).VerifyPhone }))

const useHoldEnd = (picker: Picker): number => {
  const { now } = usePageContext()
  const { hold, expire } = picker.order
  const seconds = useSecondsLeft(hold?.expires ?? null, now)
  const end = useEffectEvent(() => {
    expire()
    picker.now.refresh()
  })
  // The page may be older than the hold: the seconds of the first render say nothing.
  const isOver = hold !== undefined && seconds === 0
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => end(), 1000)
    return () => clearTimeout(timer)
  }, [isOver])
  return seconds
}

interface Props {
  readonly view: SeatsView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

/** The choice of seats: how many, the best together, the map or the list, and what is held. */
export const SeatsPage = ({ view, onLang }: Props) => {
  const frame = usePageContext()
  const { t, lang, embed } = frame
  const picker = usePicker(view)
  const { order, taking, waitingRoom } = picker
  const seconds = useHoldEnd(picker)
  const speaks = useAnnouncedTime(seconds)
  const more = useMoreTime(order.hold && { event: view.uuid, ...order.hold }, order.prolong)
  const isShut = waitingRoom.shut && !waitingRoom.isFree && !order.hold
  const isOpen = view.phase !== 'over' && view.ticketTypes.some(({ state }) => state === 'on_sale')
  return (
    <Shell
      seller={view.seller}
      onLang={onLang}
      back={{ href: pathIn(frame, `/order/${view.slug}`), text: t('sale.seats.back') }}
      strip={
        order.hold && (
          <HoldStrip
            seconds={seconds}
            texts={{ held: t('sale.seats.held'), late: t('sale.seats.late'), ended: t('sale.seats.late') }}
            announced={speaks === undefined ? '' : t('sale.seats.time_left', { left: clockText(speaks) })}
            more={more}
          />
        )
      }
      bar={embed || isShut || order.phoneNeeded ? undefined : <SeatsBar picker={picker} />}
    >
      <main id="main" className={`${parts.wrap} ${parts.stack} ${parts.loose} ${page.main}`}>
        <div className={`${parts.stack} ${parts.tight}`}>
          <h1 className={page.heading}>{t('sale.seats.title')}</h1>
          <p className={parts.quiet}>
            <UserText>{commaText([view.name, view.place], lang)}</UserText>. {view.when}
          </p>
        </div>
        {!isOpen && !order.hold ? (
          <p className={parts.note}>
            <Icon name="info" />
            <span>{t('sale.seats.unavailable')}</span>
          </p>
        ) : isShut ? (
          <Suspense fallback={<p role="status">{t('sale.site.working')}</p>}>
            <WaitingRoomNote event={view} waitingRoom={waitingRoom} />
          </Suspense>
        ) : order.phoneNeeded ? (
          <Suspense fallback={<p role="status">{t('sale.site.working')}</p>}>
            <div className={parts.card}>
              <VerifyPhone
                onVerified={() => {
                  order.setPhoneNeeded(false)
                  taking.takeAgain()
                }}
                onBack={() => order.setPhoneNeeded(false)}
              />
            </div>
          </Suspense>
        ) : (
          <Choosing picker={picker} />
        )}
        <p className={parts.unseen} role="status">
          {taking.announcement}
        </p>
      </main>
    </Shell>
  )
}
