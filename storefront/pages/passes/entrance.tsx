import { commaText } from '@kartis/i18n/format.ts'
import { layersSettled, openLayer } from '@kartis/ui/components/back-closes.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { type PassesView, type PassView, placeOfPage } from '../../state/order-state.ts'
import { Code } from './code.tsx'
import css from './entrance.module.css'
import { useWakeLock } from './use-wake-lock.ts'

interface EntranceProps {
  readonly view: PassesView
  /** The page is stored on this device. */
  readonly stored: boolean
  readonly listHref: string
  /** The address of this view: it stands in the history entry of the view, so that a reload shows it again. */
  readonly ownHref: string
  /** The address of another page of a large order. */
  readonly pageHref: (page: number) => string
  readonly onClose: () => void
}

const Facts = ({ pass }: { readonly pass: PassView }) => {
  const { t, lang } = usePageContext()
  const facts = [
    ...(pass.gate ? [[t('pass.gate'), pass.gate] as const] : []),
    ...(pass.lane ? [[t('pass.lane'), String(pass.lane)] as const] : []),
    ...(pass.seat
      ? [
          [
            t('pass.section'),
            commaText([pass.seat.floor === pass.seat.section ? '' : (pass.seat.floor ?? ''), pass.seat.section], lang),
          ] as const,
          [t('pass.row'), pass.seat.row] as const,
          [t('pass.seat'), pass.seat.number] as const,
        ]
      : [[t('pass.type'), pass.name] as const]),
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <UserText>{value}</UserText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Slide = ({
  pass,
  view,
  place,
}: {
  readonly pass: PassView
  readonly view: PassesView
  readonly place: number
}) => {
  const { t } = usePageContext()
  return (
    <li id={`ticket-${place}`} className={css.slide}>
      {view.total > 1 && (
        <p className={css.quiet}>{t('pass.place_of', { place: view.before + place, count: view.total })}</p>
      )}
      {view.holder && (
        <p className={css.holder}>
          <UserText>{view.holder}</UserText>
        </p>
      )}
      <Code pass={pass} place={view.before + place} />
      {pass.state === 'used' && (
        <p className={css.scanned} role="status">
          <Icon name="check" />
          <span>
            {pass.usedAt ? t('pass.scanned', { when: pass.usedAt }) : t('pass.used_note')} {t('pass.enjoy')}
          </span>
        </p>
      )}
      <p className={css.number}>
        <bdi dir="ltr">{pass.number}</bdi>
      </p>
      <Facts pass={pass} />
    </li>
  )
}

const placeOf = (element: Element | undefined): number => element?.getBoundingClientRect().left ?? 0

/** More dots than these say nothing: the number above the code does. */
const MAX_DOTS = 20

interface WayProps {
  readonly label: string
  /** Scrolls to the neighbour on this page; false where there is none. */
  readonly go: false | (() => void)
  /** The page on which the neighbour is; false where there is none. */
  readonly href: false | string
  readonly back?: boolean
}

/** The way to the ticket beside this one, which may be on another page of a large order. */
const Way = ({ label, go, href, back = false }: WayProps) => {
  const arrow = (
    <span className={back ? css.backwards : undefined}>
      <Icon name="go" />
    </span>
  )
  if (!go && href)
    return (
      <a href={href} aria-label={label}>
        {arrow}
      </a>
    )
  return (
    <button type="button" aria-label={label} disabled={!go} onClick={go || undefined}>
      {arrow}
    </button>
  )
}

/** Whether the address of the page says that the codes are open. */
export const isEntranceAddress = (): boolean => new URLSearchParams(location.search).get('show') === 'entrance'

/** One code on the full screen, white in every theme: nothing to touch but closing and swiping. Works without a script. */
export const Entrance = ({ view, stored, listHref, ownHref, pageHref, onClose }: EntranceProps) => {
  const { t } = usePageContext()
  const track = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  useWakeLock()
  const close = useEffectEvent(onClose)
  // Back closes it, also where the link of a message opened it: a swipe from the edge of the screen is easily a Back.
  useEffect(() => {
    const run = { open: true }
    const closed = openLayer({
      close: () => {
        run.open = false
        close()
        return true
      },
    })
    const nameEntry = async () => {
      await layersSettled()
      // The entry of the view has the address of the list until then; the one below keeps it, for Back.
      if (run.open && !isEntranceAddress()) history.replaceState(history.state, '', ownHref)
    }
    void nameEntry()
    return () => {
      run.open = false
      closed()
    }
  }, [ownHref])
  const count = view.passes.length
  const { page, pages } = placeOfPage(view)
  // Only the distance counts: in right-to-left text it is negative.
  const follow = () => {
    const { current } = track
    if (current) setShown(Math.round(Math.abs(current.scrollLeft) / Math.max(1, current.clientWidth)))
  }
  const go = (to: number) =>
    track.current?.scrollBy({ left: placeOf(track.current.children[to]) - placeOf(track.current) })
  return (
    <main id="main" className={css.screen}>
      <header className={css.head}>
        <a
          className={css.close}
          href={listHref}
          aria-label={t('pass.close')}
          onClick={(click) => {
            click.preventDefault()
            onClose()
          }}
        >
          <Icon name="cross" />
        </a>
        <div className={css.what}>
          <h1>
            <UserText>{view.event.name}</UserText>
          </h1>
          <p className={css.quiet}>
            <Pieces pieces={[view.day, view.start, view.doors && `${t('pass.doors_at')} ${view.doors}`]} />
          </p>
        </div>
        {stored && (
          <span className={css.offline}>
            <Icon name="check" />
            {t('pass.offline')}
          </span>
        )}
      </header>
      {/* Scrolled by the keyboard too: nothing in it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={track} className={css.track} onScroll={follow} tabIndex={0} aria-label={t('pass.codes')}>
        {view.passes.map((pass, place) => (
          <Slide key={pass.uuid} pass={pass} view={view} place={place + 1} />
        ))}
      </ul>
      <footer className={css.foot}>
        {view.total > 1 && (
          <div className={css.ways}>
            <Way
              label={t('pass.previous')}
              go={shown > 0 && (() => go(shown - 1))}
              href={page > 1 && pageHref(page - 1)}
              back
            />
            {view.total <= MAX_DOTS && (
              <span className={css.dots} aria-hidden="true">
                {view.passes.map((pass, place) => (
                  <i
                    key={pass.uuid}
                    data-on={place === shown || undefined}
                    data-used={pass.state === 'used' || undefined}
                  />
                ))}
              </span>
            )}
            <Way
              label={t('pass.next')}
              go={shown < count - 1 && (() => go(shown + 1))}
              href={page < pages && pageHref(page + 1)}
            />
          </div>
        )}
        <p className={`${css.quiet} ${parts.small}`}>
          <Icon name="sun" /> {t('pass.awake')}
        </p>
      </footer>
    </main>
  )
}
