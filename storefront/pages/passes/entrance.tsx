import { useRef, useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { PassesView, PassView } from '../../state/order-state.ts'
import { Code } from './code.tsx'
import css from './entrance.module.css'
import { useWakeLock } from './use-wake-lock.ts'

interface EntranceProps {
  readonly view: PassesView
  /** The page is stored on this device. */
  readonly stored: boolean
  readonly listHref: string
  readonly onClose: () => void
}

const Facts = ({ pass }: { readonly pass: PassView }) => {
  const { t } = usePageContext()
  const facts = [
    ...(pass.gate ? [[t('pass.gate'), pass.gate] as const] : []),
    ...(pass.seat
      ? [
          [t('pass.section'), pass.seat.section] as const,
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
            <bdi>{value}</bdi>
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
      {view.passes.length > 1 && (
        <p className={css.quiet}>{t('pass.place_of', { place, count: view.passes.length })}</p>
      )}
      {view.holder && (
        <p className={css.holder}>
          <bdi>{view.holder}</bdi>
        </p>
      )}
      <Code pass={pass} place={place} />
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

/** One code on the full screen, white in every theme: nothing to touch but closing and swiping. Works without a script. */
export const Entrance = ({ view, stored, listHref, onClose }: EntranceProps) => {
  const { t } = usePageContext()
  const track = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  useWakeLock()
  const count = view.passes.length
  // Only the distance counts: in right-to-left text it is negative.
  const follow = () => {
    const { current } = track
    if (current) setShown(Math.round(Math.abs(current.scrollLeft) / Math.max(1, current.clientWidth)))
  }
  const go = (to: number) =>
    document.querySelector(`#ticket-${to + 1}`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
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
            <bdi>{view.event.name}</bdi>
          </h1>
          <p className={css.quiet}>
            {view.doors ? `${t('pass.doors_at')} ${view.doors}` : `${view.day} · ${view.start}`}
          </p>
        </div>
        {stored && (
          <span className={css.offline}>
            <Icon name="check" />
            {t('pass.offline')}
          </span>
        )}
      </header>
      <ul ref={track} className={css.track} onScroll={follow} tabIndex={-1}>
        {view.passes.map((pass, place) => (
          <Slide key={pass.uuid} pass={pass} view={view} place={place + 1} />
        ))}
      </ul>
      <footer className={css.foot}>
        {count > 1 && (
          <div className={css.ways}>
            <button type="button" aria-label={t('pass.previous')} disabled={shown === 0} onClick={() => go(shown - 1)}>
              <span className={css.backwards}>
                <Icon name="go" />
              </span>
            </button>
            <span className={css.dots} aria-hidden="true">
              {view.passes.map((pass, place) => (
                <i
                  key={pass.uuid}
                  data-on={place === shown || undefined}
                  data-used={pass.state === 'used' || undefined}
                />
              ))}
            </span>
            <button
              type="button"
              aria-label={t('pass.next')}
              disabled={shown === count - 1}
              onClick={() => go(shown + 1)}
            >
              <Icon name="go" />
            </button>
          </div>
        )}
        <p className={`${css.quiet} ${parts.small}`}>
          <Icon name="sun" /> {t('pass.awake')}
        </p>
      </footer>
    </main>
  )
}
