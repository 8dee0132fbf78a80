// First, so that the styles of components come after it.
import '../../shared/base.css'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useState, useSyncExternalStore } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Art } from '../../shared/art.tsx'
import { cancelLink } from '../../shared/own-order-link.ts'
import { ChangeNotice } from '../../shared/change-notice.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { figure, linkTo, Rich } from '../../shared/rich.tsx'
import { ReplacedSeats } from '../../shared/replaced-seats.tsx'
import { Shell } from '../../shared/shell.tsx'
import { BackdropColors } from '../../shared/backdrop.tsx'
import { type PassesView, placeOfPage, type TransferView } from '../../state/order-state.ts'
import { Entrance, isEntranceAddress } from './entrance.tsx'
import { whatText, whenText } from './head-text.ts'
import type { OnTransfer } from './offer-dialog.tsx'
import { Pass, PassRow } from './pass.tsx'
import css from './passes-page.module.css'
import { useScanned } from './use-scanned.ts'
import { useStoredPage } from './use-stored-page.ts'

/** The address of the other view, for a browser without a script, and of the other pages of a large order. */
const hrefOf = (view: PassesView, show: 'entrance' | 'list', page = placeOfPage(view).page): string => {
  const base = `/order/${view.shared ? 'ticket' : 'tickets'}/${view.uuid}?token=${encodeURIComponent(view.token)}&show=${show}`
  return page === 1 ? base : `${base}&page=${page}`
}

const BUTTON = `${parts.btn} ${parts.neutral} ${parts.compact}`

/** The event is not over, and a ticket of it is valid. */
const isAdmitting = ({ over, live, notice }: PassesView): boolean => !over && live > 0 && notice?.cancelled !== true

/** What the entrance shows: tickets that are cancelled or that other people hold have no code, and only the pages of a large order count them. */
const forEntrance = (view: PassesView): PassesView => {
  if (view.passes.length < view.total) return view
  const passes = view.passes.filter(({ qr }) => qr !== undefined)
  return { ...view, passes, total: passes.length }
}

const SaveLinks = ({ view }: { readonly view: PassesView }) => {
  const { t, lang } = usePageContext()
  const admits = isAdmitting(view)
  const key = `token=${encodeURIComponent(view.token)}`
  const files = `/api/v1/public/${view.shared ? 'tickets' : 'orders'}/${view.uuid}`
  return (
    <p className={`${parts.line} ${css.keep}`}>
      {admits && (
        <>
          <a className={BUTTON} href={view.google} target="_blank" rel="noopener noreferrer">
            <Icon name="calendar" />
            {t('pass.google')}
          </a>
          <a className={BUTTON} href={`${files}/calendar.ics?${key}&lang=${lang}`}>
            <Icon name="calendar" />
            {t('pass.calendar')}
          </a>
        </>
      )}
      {!view.shared && view.live > 0 && (
        <a className={BUTTON} href={`${files}/tickets.pdf?${key}&lang=${lang}`} title={t('pass.pdf_all')}>
          <Icon name="file" />
          {t('pass.pdf')}
        </a>
      )}
    </p>
  )
}

interface ShowCardProps {
  readonly view: PassesView
  readonly stored: boolean
  readonly onShow: () => void
}

/** The way to the full-screen codes. */
const ShowCard = ({ view, stored, onShow }: ShowCardProps) => {
  const { t } = usePageContext()
  return (
    <a
      className={css.show}
      href={hrefOf(view, 'entrance')}
      onClick={(click) => {
        click.preventDefault()
        onShow()
      }}
    >
      <span className={css.showIcon}>
        <Icon name="ticket" />
      </span>
      <span>
        <strong>{t('pass.show')}</strong>
        <small>
          {stored ? t('pass.show_text', { count: view.live }) : t('pass.show_online', { count: view.live })}
        </small>
      </span>
      <Icon name="go" />
    </a>
  )
}

const Place = ({ view }: { readonly view: PassesView }) => {
  const { t } = usePageContext()
  return (
    <div className={`${parts.card} ${parts.apart} ${css.place}`}>
      <div>
        <p className={parts.strong}>
          <UserText>{view.place.title}</UserText>
        </p>
        <p className={`${parts.small} ${parts.quiet}`}>
          <UserText>{view.place.address}</UserText>
        </p>
      </div>
      <p className={parts.line}>
        <a
          className={parts.pick}
          href={view.place.waze}
          target="_blank"
          rel="noopener"
          aria-label={t('sale.event.navigate_waze', { place: view.place.title })}
        >
          <Icon name="steer" />
          {t('sale.event.waze')}
        </a>
        <a
          className={parts.pick}
          href={view.place.maps}
          target="_blank"
          rel="noopener"
          aria-label={t('sale.event.navigate_maps', { place: view.place.title })}
        >
          <Icon name="map" />
          {t('sale.event.maps')}
        </a>
      </p>
    </div>
  )
}

const Head = ({ view }: { readonly view: PassesView }) => {
  const { t } = usePageContext()
  return (
    <div className={css.head}>
      <Art artwork={view.event.artwork} alt="" sizes="6rem" className={css.art} />
      <div className={css.headText}>
        <p className={parts.line}>
          {view.number && (
            <span className={`${parts.tag} ${parts.accent}`}>
              <Rich text={t('pass.order', { number: view.number })} parts={{ n: figure }} />
            </span>
          )}
        </p>
        <h1>
          <UserText>{view.event.name}</UserText>
        </h1>
        <p className={parts.quiet}>{whatText(view, t)}</p>
        <p className={parts.quiet}>{whenText(view, t)}</p>
      </div>
    </div>
  )
}

/** The way to the other tickets of a large order. */
const Pages = ({ view }: { readonly view: PassesView }) => {
  const { t } = usePageContext()
  const { page, pages } = placeOfPage(view)
  if (pages === 1) return null
  const [from, to] = [view.before + 1, view.before + view.passes.length]
  return (
    <nav className={css.pages} aria-label={t('pass.pages')}>
      <p className={`${parts.small} ${parts.quiet}`}>{t('pass.range', { from, to, total: view.total })}</p>
      {page > 1 && (
        <a className={BUTTON} href={hrefOf(view, 'list', page - 1)} rel="prev">
          {t('pass.previous_page')}
        </a>
      )}
      {page < pages && (
        <a className={BUTTON} href={hrefOf(view, 'list', page + 1)} rel="next">
          {t('pass.next_page')}
        </a>
      )}
    </nav>
  )
}

/** The tickets with what their buyer did on this page about giving them away. */
const useTransfers = (view: PassesView) => {
  const [changed, setChanged] = useState<Readonly<Record<string, TransferView>>>({})
  const passes = view.passes.map((pass) => ({ ...pass, transfer: changed[pass.uuid] ?? pass.transfer }))
  const onTransfer: OnTransfer = (ticket, transfer) => setChanged((before) => ({ ...before, [ticket]: transfer }))
  return { view: { ...view, passes }, onTransfer }
}

const subscribeNever = () => () => undefined

interface Props {
  readonly view: PassesView
  readonly onLang?: (lang: Lang) => void
}

/** The tickets of one order, or one ticket that was sent: full-screen codes at the entrance, the list before. */
export const PassesPage = ({ view: first, onLang }: Props) => {
  const { t } = usePageContext()
  const { view, onTransfer } = useTransfers(first)
  const [chosen, setShows] = useState<PassesView['opens']>()
  // The page that is stored for use without a network is the list; the address says what was open.
  const isInAddress = useSyncExternalStore(subscribeNever, isEntranceAddress, () => false)
  const shows = chosen ?? (isInAddress ? 'entrance' : view.opens)
  const stored = useStoredPage(view.keepUntil, placeOfPage(view).page)
  const isAtEntrance = shows === 'entrance' && view.live > 0
  const scanned = useScanned(view, isAtEntrance)
  if (isAtEntrance)
    return (
      <Entrance
        view={forEntrance(scanned)}
        stored={stored}
        listHref={hrefOf(view, 'list')}
        ownHref={hrefOf(view, 'entrance')}
        pageHref={(page) => hrefOf(view, 'entrance', page)}
        onClose={() => setShows('list')}
      />
    )
  const [only] = view.passes
  return (
    <Shell seller={view.event.seller} token={view.token} onLang={onLang}>
      <main id="main" className={`${parts.wrap} ${parts.stack} ${parts.loose} ${page.main}`}>
        <BackdropColors colors={view.event.artwork.colors} />
        <Head view={view} />
        {view.notice && <ChangeNotice notice={view.notice} />}
        <ReplacedSeats seats={view.replaced} />
        <div className={css.columns}>
          <div className={parts.stack}>
            {isAdmitting(view) && <ShowCard view={view} stored={stored} onShow={() => setShows('entrance')} />}
            {view.total === 1 && only ? (
              <Pass pass={only} view={view} place={1} onTransfer={onTransfer} />
            ) : (
              <>
                <ul className={`${parts.card} ${css.rows}`}>
                  {view.passes.map((pass, place) => (
                    <PassRow
                      key={pass.uuid}
                      pass={pass}
                      view={view}
                      place={view.before + place + 1}
                      onTransfer={onTransfer}
                    />
                  ))}
                </ul>
                <Pages view={view} />
              </>
            )}
          </div>
          <div className={parts.stack}>
            <SaveLinks view={view} />
            <Place view={view} />
            {!view.shared && isAdmitting(view) && (
              <p className={parts.note}>
                <Icon name="send" />
                <span>{t('pass.send_note')}</span>
              </p>
            )}
            {!view.shared && (
              <p className={`${parts.small} ${parts.quiet}`}>
                <Rich
                  text={t('pass.change')}
                  parts={{
                    cancel: linkTo(cancelLink(view.number)),
                    contact: linkTo(`/order/${view.event.slug}#organiser`),
                  }}
                />
              </p>
            )}
          </div>
        </div>
      </main>
    </Shell>
  )
}
