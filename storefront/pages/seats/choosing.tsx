import { lazy, Suspense } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { PhoneNote } from '../../shared/phone-note.tsx'
import { BestOffers } from './best-offers.tsx'
import { HallCard } from './hall-card.tsx'
import { PartyForm } from './party-form.tsx'
import { SeatsTray } from './tray.tsx'
import css from './seats-page.module.css'
import type { Picker } from './use-picker.ts'

// Few choices are refused.
const LostNote = lazy(async () => ({ default: (await import('./lost-note.tsx')).LostNote }))

/** How many come, what they are offered, the map or the list, and what they have taken. */
export const Choosing = ({ picker }: { readonly picker: Picker }) => {
  const { t } = usePageContext()
  const { now, hall, order, taking, view } = picker
  return (
    <div className={css.split}>
      <div className={`${parts.stack} ${parts.loose}`}>
        {taking.proposal && hall && (
          <Suspense>
            <LostNote
              key={`${taking.proposal.why} ${taking.proposal.requested.join()}`}
              picker={picker}
              hall={hall}
              proposal={taking.proposal}
            />
          </Suspense>
        )}
        {view.israeliPhone && <PhoneNote text={t(`sale.buy.israeli_phone_${view.israeliPhone}`)} slug={view.slug} />}
        <PartyForm picker={picker} />
        {(order.problem || order.isExpired) && (
          <p className={`${parts.note} ${order.problem ? parts.bad : parts.warn}`} role="alert">
            <Icon name="warn" />
            <span>{order.problem || t('sale.seats.expired')}</span>
          </p>
        )}
        {now.isFailed && (
          <div className={`${parts.note} ${parts.warn}`} role="alert">
            <Icon name="warn" />
            <div className={`${parts.stack} ${parts.tight}`}>
              <p>{t('sale.seats.failed')}</p>
              <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={now.refresh}>
                {t('sale.seats.again')}
              </button>
            </div>
          </div>
        )}
        {!hall && !now.isFailed && (
          <div className={css.loading} role="status">
            <div className={`${parts.skeleton} ${css.loadingOffers}`} />
            <div className={`${parts.skeleton} ${css.loadingHall}`} />
            <span className={parts.unseen}>{t('sale.seats.loading')}</span>
          </div>
        )}
        {hall && view.seatMap.rules.pick !== 'map' && <BestOffers picker={picker} hall={hall} />}
        {hall && view.seatMap.rules.pick !== 'best' && <HallCard picker={picker} hall={hall} />}
      </div>
      <SeatsTray picker={picker} />
    </div>
  )
}
