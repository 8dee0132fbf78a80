import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { FormSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { eventEyebrow } from '../../shared/event-eyebrow.ts'
import { useEventHead } from '../../shared/event-queries.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { CouponForm } from './coupon-form.tsx'
import { useCoupons } from './coupon-queries.ts'
import style from './coupons.module.css'

/** The form of a new or existing coupon. */
export function CouponEditScreen() {
  const { t } = useTranslation('coupons')
  const lang = useLang()
  const event = useRouteParam('uuid')
  const { coupon_uuid: uuid }: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const head = useEventHead(event)
  const coupons = useCoupons(event)
  return (
    <Page>
      <PageHead eyebrow={eventEyebrow(head.data, lang)} />
      <WhenLoaded query={head} skeleton={<FormSkeleton />}>
        {({ timezone }) => (
          <WhenLoaded query={coupons} skeleton={<FormSkeleton />}>
            {(all) => {
              const coupon = all.find((item) => item.uuid === uuid)
              return uuid !== undefined && !coupon ? (
                <ErrorState
                  title={t('edit.gone')}
                  text={t('edit.gone_text')}
                  action={
                    <ButtonLink to="/events/$uuid/coupons" params={{ uuid: event }}>
                      {t('edit.gone_action')}
                    </ButtonLink>
                  }
                />
              ) : (
                <div className={style.form}>
                  <CouponForm key={uuid ?? 'new'} event={event} zone={timezone} coupon={coupon} />
                </div>
              )
            }}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  )
}
