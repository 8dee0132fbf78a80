import type { Coupon } from '@kartis/contract/coupons.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { StickyActions, WideOnly } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { eventEyebrow } from '../../shared/event-eyebrow.ts'
import { useEventHead } from '../../shared/event-queries.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { CouponCard } from './coupon-card.tsx'
import { useCoupons, useSetCouponActive, useCouponTypes } from './coupon-queries.ts'
import style from './coupons.module.css'

/** The coupons of an event with their uses. */
export function CouponListScreen() {
  const { t } = useTranslation('coupons')
  const lang = useLang()
  const event = useRouteParam('uuid')
  const head = useEventHead(event)
  const coupons = useCoupons(event)
  const types = useCouponTypes(event)
  const count = coupons.data?.length ?? 0
  const add = (
    <ButtonLink
      to="/events/$uuid/coupons/create"
      params={{ uuid: event }}
      icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
    >
      {t(count === 0 ? 'empty.action' : 'new')}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHead eyebrow={eventEyebrow(head.data, lang)} action={count > 0 && <WideOnly>{add}</WideOnly>} />
      <WhenLoaded query={coupons} skeleton={<CardSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
          ) : (
            <CouponList event={event} coupons={all} types={types.data ?? []} />
          )
        }
      </WhenLoaded>
      {count > 0 && <StickyActions phoneOnly>{add}</StickyActions>}
    </Page>
  )
}

interface CouponListProps {
  readonly event: string
  readonly coupons: readonly Coupon[]
  readonly types: readonly TicketType[]
}

function CouponList({ event, coupons, types }: CouponListProps) {
  const { t } = useTranslation('coupons')
  const turn = useSetCouponActive(event)
  const names = new Map(types.map(({ uuid, name }) => [uuid, name]))
  return (
    <ul className={style.list}>
      {coupons.map((coupon) => (
        <li key={coupon.uuid}>
          <CouponCard
            coupon={coupon}
            event={event}
            types={(coupon.events_ticket_uuids ?? []).flatMap((uuid) => names.get(uuid) ?? [])}
            busy={turn.isPending}
            onSwitch={(active) =>
              turn.mutate(
                { uuid: coupon.uuid, active },
                {
                  onSuccess: () => showToast({ state: 'good', text: t(active ? 'switched.on' : 'switched.off') }),
                },
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}
