// First, so that the styles of components come after it.
import '../../shared/base.css'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Art } from '../../shared/art.tsx'
import { BackdropColors } from '../../shared/backdrop.tsx'
import { Icon, type IconName } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { TransferView } from '../../state/transfer-state.ts'
import { AcceptForm } from './accept-form.tsx'
import css from './transfer-page.module.css'

/** Who offers the ticket: a first name at most. */
const From = ({ name }: { readonly name: string }) => {
  const { t } = usePageContext()
  if (!name) return <h1>{t('transfer.from_nobody')}</h1>
  return (
    <div className={css.from}>
      <span className={css.initial} aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      <h1>
        <small>{t('transfer.from')}</small>
        <UserText>{name}</UserText>
      </h1>
    </div>
  )
}

const Facts = ({ view }: { readonly view: TransferView }) => {
  const { t } = usePageContext()
  const { seat } = view
  const facts = seat
    ? [
        [t('pass.section'), view.section],
        [t('pass.row'), seat.row],
        [t('pass.seat'), seat.number],
      ]
    : [[t('transfer.type'), view.type]]
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <UserText>{value ?? ''}</UserText>
            </dd>
          </div>
        ))}
    </dl>
  )
}

const OfferedTicket = ({ view }: { readonly view: TransferView }) => {
  const { event } = view
  return (
    <Ticket
      get={
        <>
          <Art artwork={event.artwork} alt="" sizes="(min-width: 30rem) 28rem, 100vw" first className={css.art} />
          <div className={`${ticketPad} ${css.event}`}>
            <h2>
              <UserText>{event.name}</UserText>
            </h2>
            <p className={parts.quiet}>{event.when}</p>
            <p className={parts.quiet}>
              <UserText>{event.place}</UserText>
            </p>
            {view.seat && (
              <p className={`${parts.small} ${parts.quiet}`}>
                <UserText>{view.type}</UserText>
              </p>
            )}
          </div>
        </>
      }
      give={
        <div className={ticketPad}>
          <Facts view={view} />
        </div>
      }
    />
  )
}

interface NoticeProps {
  readonly icon: IconName
  readonly look: 'done' | 'late'
  readonly title: string
  readonly text: string
  readonly href: string
  readonly go: string
}

const Notice = ({ icon, look, title, text, href, go }: NoticeProps) => (
  <section className={`${parts.state} ${parts.rise} ${css.notice}`} role={look === 'done' ? 'status' : undefined}>
    <span className={`${parts.seal} ${look === 'done' ? parts.done : parts.late}`}>
      <Icon name={icon} />
    </span>
    <h1>
      <UserText>{title}</UserText>
    </h1>
    <p className={parts.quiet}>{text}</p>
    <a className={`${parts.btn} ${look === 'done' ? '' : parts.neutral} ${parts.tall} ${parts.wide}`} href={href}>
      {go}
    </a>
  </section>
)

const ICONS: Readonly<Record<Exclude<TransferView['state'], 'open'>, IconName>> = {
  scanned: 'check',
  cancelled: 'cross',
  event: 'clock',
  offered: 'clock',
  accepted: 'check',
  withdrawn: 'undo',
  expired: 'clock',
}

interface AcceptedTicket {
  readonly url: string
  readonly name: string
}

const Body = ({ view: first }: { readonly view: TransferView }) => {
  const { t } = usePageContext()
  // Something may have happened to the offer since the page was opened.
  const [state, setState] = useState(first.state)
  const [taken, setTaken] = useState<AcceptedTicket>()
  const view = { ...first, state }
  if (taken)
    return (
      <Notice
        icon="check"
        look="done"
        title={t('transfer.done.title_named', { name: taken.name })}
        text={t('transfer.done.text')}
        href={taken.url}
        go={t('transfer.done.go')}
      />
    )
  if (state !== 'open') {
    const reason = state === 'offered' ? 'expired' : state
    return (
      <Notice
        icon={ICONS[state]}
        look="late"
        title={t(`transfer.closed.${reason}_title`)}
        text={t(`transfer.closed.${reason}_text`)}
        href={`/order/${view.event.slug}`}
        go={t('transfer.closed.go')}
      />
    )
  }
  return (
    <>
      <From name={view.from} />
      <OfferedTicket view={view} />
      <AcceptForm view={view} onClosed={setState} onAccepted={setTaken} />
    </>
  )
}

interface Props {
  readonly view: TransferView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

/** Somebody accepts a ticket that its buyer gives away, and gets a code of their own. */
export const TransferPage = ({ view, onLang }: Props) => (
  <Shell token={view.token} onLang={onLang}>
    <main id="main" className={`${css.column} ${page.main} ${parts.stack} ${parts.loose}`}>
      <BackdropColors colors={view.event.artwork.colors} />
      <Body view={view} />
    </main>
  </Shell>
)
