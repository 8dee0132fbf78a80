import type { Lang } from '@kartis/i18n/lang.ts'
import { lazy, Suspense, useState } from 'react'
import { Art } from '../../shared/art.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import { Icon } from '../../shared/icon.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import { BackdropColors } from '../../shared/backdrop.tsx'
import type { EventView } from '../../state/event-state.ts'
import { About } from './about.tsx'
import { BuyBar } from './buy-bar.tsx'
import { BuyPanel } from './buy-panel.tsx'
import css from './event-page.module.css'
import { Intro } from './intro.tsx'
import { goTo } from './go-to-tickets.ts'
import { SIGN_UP_ID } from './sale-closed.tsx'
import { useCart } from './use-cart.ts'

export const ART_SIZES = '(min-width: 64rem) 42rem, 100vw'

// Few events ask for it, and the weight of the first screen is limited.
const VerifyPhone = lazy(async () => ({ default: (await import('./verify-phone.tsx')).VerifyPhone }))

const WaitingRoomBar = lazy(async () => ({ default: (await import('./waiting-room-note.tsx')).WaitingRoomBar }))

interface Props {
  readonly event: EventView
  readonly onLang?: ((lang: Lang) => void) | undefined
  /** The token of the preview link: the event is a draft, and nothing can be bought. */
  readonly preview?: string | undefined
}

/** Says on top of a draft that it is one. */
const PreviewBanner = () => {
  const { t } = usePageContext()
  return (
    <p className={css.preview} role="status">
      <Icon name="info" />
      <span>
        <b>{t('sale.preview.title')}</b> {t('sale.preview.text')}
      </span>
    </p>
  )
}

/** The sale page of one event. */
export const EventPage = ({ event, onLang, preview }: Props) => {
  const { t, embed } = usePageContext()
  const cart = useCart(event)
  const [isSigningUp, setSigningUp] = useState(false)
  const [isOnList, setOnList] = useState(false)
  const signUp = {
    isOpen: isSigningUp,
    open: () => {
      setSigningUp(true)
      goTo(SIGN_UP_ID)
    },
    isOn: isOnList,
    setOn: (isOn: boolean) => {
      setOnList(isOn)
      // The form has done its work; who leaves the list opens it again.
      if (isOn) setSigningUp(false)
    },
  }
  return (
    <Shell
      seller={{ name: event.organiser.company, number: event.organiser.number }}
      onLang={onLang}
      savedQuery={preview && `preview=${encodeURIComponent(preview)}`}
      bar={
        embed || preview || cart.phoneNeeded ? undefined : cart.waitingRoom.shut && !cart.waitingRoom.isFree ? (
          <Suspense>
            <WaitingRoomBar event={event} waitingRoom={cart.waitingRoom} />
          </Suspense>
        ) : (
          <BuyBar event={event} cart={cart} signUp={signUp} />
        )
      }
    >
      <main id="main" className={`${parts.wrap} ${page.main}`}>
        {!embed && <BackdropColors colors={event.artwork.colors} />}
        {preview && <PreviewBanner />}
        {/* a draft is only looked at: no field takes the focus, no button does anything */}
        <div className={css.event} inert={preview !== undefined}>
          <Art
            artwork={event.artwork}
            alt={t('sale.event.poster', { name: event.name })}
            sizes={ART_SIZES}
            first
            className={css.art}
          />
          <Intro event={event} />
          {cart.phoneNeeded ? (
            <div>
              <Suspense>
                <VerifyPhone
                  onVerified={() => {
                    cart.setPhoneNeeded(false)
                    cart.submit()
                  }}
                  onBack={() => cart.setPhoneNeeded(false)}
                />
              </Suspense>
            </div>
          ) : (
            <BuyPanel event={event} cart={cart} signUp={signUp} />
          )}
          {!embed && <About event={event} />}
        </div>
      </main>
    </Shell>
  )
}
