import { Pieces } from '@kartis/ui/components/pieces.tsx'
import type { Coupon } from '@kartis/contract/coupons.ts'
import { momentShortText, numberText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDiscount } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CardLink } from '../../shared/card-link.tsx'
import style from './coupons.module.css'

const CHIPS = { active: 'good', off: 'quiet', not_started: 'info', ended: 'quiet', used_up: 'accent' } as const

const windowText = (t: TFunction<'coupons'>, coupon: Coupon, lang: Lang): string | undefined => {
  const from = coupon.starts_at === null ? undefined : momentShortText(coupon.starts_at, lang)
  const until = coupon.ends_at === null ? undefined : momentShortText(coupon.ends_at, lang)
  if (coupon.state === 'not_started' && from !== undefined) return t('window.from', { from })
  if (until === undefined) return undefined
  return coupon.state === 'ended' ? t('window.ended', { until }) : t('window.until', { until })
}

interface CouponCardProps {
  readonly coupon: Coupon
  readonly event: string
  /** Names of the ticket types it applies to; empty: all. */
  readonly types: readonly string[]
  readonly busy: boolean
  readonly onSwitch: (active: boolean) => void
}

/** One coupon: its value and uses. The head opens it, the switch turns it on or off. */
export function CouponCard({ coupon, event, types, busy, onSwitch }: CouponCardProps) {
  const { t } = useTranslation('coupons')
  const lang = useLang()
  const when = windowText(t, coupon, lang)
  const used = numberText(coupon.used, lang)
  const uses =
    coupon.max_uses === null
      ? coupon.used === 0
        ? t('unused')
        : t('used', { count: coupon.used, figure: used })
      : t('used_of', { used, total: numberText(coupon.max_uses, lang) })
  return (
    <article className={style.card}>
      <div className={style.head}>
        <GlyphTile tone={coupon.active ? 'accent' : 'quiet'}>
          <IconDiscount size={22} stroke={1.75} aria-hidden />
        </GlyphTile>
        <div className={style.texts}>
          <h2>
            <CardLink inside path={`/events/${event}/coupons/${coupon.uuid}`}>
              <UserText>{coupon.code}</UserText>
            </CardLink>
          </h2>
          <p>
            {types.length === 0 ? (
              t('all_types')
            ) : (
              <Pieces
                pieces={types.map((name) => (
                  <bdi key={name}>{name}</bdi>
                ))}
              />
            )}
          </p>
        </div>
        <span className={style.worth}>
          <Worth coupon={coupon} />
        </span>
        <div className={style.state}>
          <Chip state={CHIPS[coupon.state]}>{t(`state.${coupon.state}`)}</Chip>
          {when !== undefined && <span>{when}</span>}
        </div>
        <div className={style.uses}>
          <span>{uses}</span>
          <span>
            {coupon.held > 0 && <>{t('held', { count: coupon.held })} · </>}
            {t('given')} <Money shekels={coupon.sum_total_discount} />
          </span>
          {coupon.max_uses !== null && <Meter value={coupon.used} of={coupon.max_uses} label={uses} />}
        </div>
      </div>
      <SwitchRow label={t('switch')} checked={coupon.active} disabled={busy} onChange={onSwitch} />
    </article>
  )
}

function Worth({ coupon: { kind, value } }: { readonly coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  if (kind === 'percent') return <span dir="ltr">{t('worth.percent', { value })}</span>
  if (kind === 'price' && value === 0) return t('worth.free')
  return (
    <span className={style.sum}>
      <small>{t(kind === 'amount' ? 'worth.off' : 'worth.price')}</small> <Money shekels={value} />
    </span>
  )
}
