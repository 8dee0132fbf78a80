// First, so that the styles of components come after it.
import '../../shared/base.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { figure, linkTo, Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import { BackdropColors } from '../../shared/backdrop.tsx'
import type { PassesView } from '../../state/order-state.ts'
import { Pass } from './pass.tsx'
import css from './passes-page.module.css'

const whenText = (view: PassesView, t: ReturnType<typeof usePageContext>['t']): string => {
  if (view.over) return t('pass.over', { day: view.day })
  if (view.doors) return t('pass.doors', { day: view.day, time: view.doors })
  return t('pass.starts', { day: view.day, time: view.start })
}

const SaveLinks = ({ view }: { readonly view: PassesView }) => {
  const { t, lang } = usePageContext()
  const key = `token=${encodeURIComponent(view.token)}`
  return (
    <p className={`${parts.line} ${parts.centred} ${css.keep}`}>
      <a
        className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
        href={`/api/v1/public/orders/${view.uuid}/calendar.ics?${key}`}
      >
        <Icon name="calendar" />
        {t('pass.calendar')}
      </a>
      <a
        className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
        href={`/api/v1/public/orders/${view.uuid}/tickets.pdf?${key}&lang=${lang}`}
        title={t('pass.pdf_all')}
      >
        <Icon name="file" />
        {t('pass.pdf')}
      </a>
    </p>
  )
}

const Place = ({ view }: { readonly view: PassesView }) => {
  const { t } = usePageContext()
  return (
    <div className={`${parts.card} ${parts.apart} ${css.place}`}>
      <div>
        <p className={parts.strong}>
          <bdi>{view.place.title}</bdi>
        </p>
        <p className={`${parts.small} ${parts.quiet}`}>
          <bdi>{view.place.address}</bdi>
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

/** The tickets of one order, to be shown at the entrance. Works without a script. */
export const PassesPage = ({ view }: { readonly view: PassesView }) => {
  const { t } = usePageContext()
  const live = view.passes.filter((pass) => pass.state !== 'cancelled').length
  return (
    <Shell seller={view.event.seller} token={view.token}>
      <main id="main" className={`${parts.wrap} ${parts.stack} ${parts.loose} ${page.main}`}>
        <BackdropColors colors={view.event.artwork.colors} />
        <div className={`${parts.stack} ${parts.snug} ${parts.centred}`}>
          <span className={`${parts.tag} ${parts.accent}`}>
            <Rich text={t('pass.order', { number: view.number })} parts={{ n: figure }} />
          </span>
          <h1>{t('pass.title', { count: live || view.passes.length })}</h1>
          <p className={parts.quiet}>{whenText(view, t)}</p>
          <SaveLinks view={view} />
        </div>
        <ul className={css.passes}>
          {view.passes.map((pass, place) => (
            <li key={pass.uuid}>
              <Pass pass={pass} view={view} place={place + 1} />
            </li>
          ))}
        </ul>
        <div className={`${parts.stack} ${css.after}`}>
          {!view.over && (
            <p className={parts.note}>
              <Icon name="phone" />
              <span>{t('pass.bright')}</span>
            </p>
          )}
          <Place view={view} />
          <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>
            <Rich
              text={t('pass.change')}
              parts={{
                cancel: linkTo('/order/my'),
                contact: linkTo(`/order/${view.event.slug}`),
              }}
            />
          </p>
        </div>
      </main>
    </Shell>
  )
}
