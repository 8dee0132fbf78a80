import type { PhoneReason } from '@kartis/domain/phone.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconArmchair, IconCash, IconCreditCard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import type { Picks } from '../../shared/hall/seat-picks.ts'
import type { CartLine, ReachedLimit } from './cart.ts'
import style from './box-office.module.css'
import type { SaleWork } from './use-sale.ts'

interface CartCardProps {
  readonly lines: readonly CartLine[]
  readonly total: number
  /** The limit that the cart has reached. */
  readonly limit: ReachedLimit | undefined
  readonly picks: Picks
  /** Opens the map of seats; undefined: places are not numbered. */
  readonly onPick: (() => void) | undefined
  readonly phone: string
  readonly onPhone: (phone: string) => void
  /** What is wrong with the phone; undefined while it is typed. */
  readonly phoneReason: PhoneReason | undefined
  readonly onClear: () => void
  readonly onCash: () => void
  /** Undefined: this register takes cash only. */
  readonly onCard: (() => void) | undefined
  readonly sale: SaleWork
}

/** Opens the map of seats. */
export const SEATS_KEY = 'F7'

/** The cart: lines, buyer's phone and the two payment methods. */
export function CartCard(props: CartCardProps) {
  const { lines, total, limit, picks, onPick, phone, onPhone, phoneReason, onClear, onCash, onCard, sale } = props
  const { t, i18n } = useTranslation('box-office')
  const empty = lines.length === 0
  const busy = sale.start.isPending
  return (
    <Card
      className={style.cart}
      title={t('sell.basket')}
      action={
        !empty && (
          <Button look="bare" onClick={onClear}>
            {t('sell.clear')}
          </Button>
        )
      }
    >
      <Stack>
        {empty ? <Soft>{t('sell.empty')}</Soft> : <Lines lines={lines} picks={onPick && picks} />}
        {onPick && (
          <Button look="soft" full icon={<IconArmchair size={20} stroke={1.75} aria-hidden />} onClick={onPick}>
            {t('sell.seats')} <kbd className={style.key}>{SEATS_KEY}</kbd>
          </Button>
        )}
        {limit && <LimitNote limit={limit} />}
        <p className={style.total}>
          <span>{t('sell.total')}</span>
          <b>
            <Money shekels={total} big />
          </b>
        </p>
        <TextField
          label={t('sell.phone')}
          error={
            phoneReason === undefined
              ? fieldErrorsOf(i18n, sale.start.error)['buyer.phone']
              : reasonText(i18n, phoneReason)
          }
          optional
          type="tel"
          dir="ltr"
          inputMode="tel"
          autoComplete="off"
          maxLength={32}
          value={phone}
          onChange={(event) => onPhone(event.target.value)}
        />
        <div className={style.pay}>
          <Button
            look="spark"
            size="big"
            disabled={empty}
            busy={busy && sale.start.variables.method === 'cash'}
            icon={<IconCash size={22} stroke={1.75} aria-hidden />}
            onClick={onCash}
          >
            {total === 0 && !empty ? t('sell.free') : t('sell.cash')}
          </Button>
          {onCard && (
            <Button
              size="big"
              disabled={empty || total === 0}
              busy={busy && sale.start.variables.method === 'terminal'}
              icon={<IconCreditCard size={22} stroke={1.75} aria-hidden />}
              onClick={onCard}
            >
              {t('sell.card')}
            </Button>
          )}
        </div>
      </Stack>
    </Card>
  )
}

interface LinesProps {
  readonly lines: readonly CartLine[]
  /** Seats by ticket type; undefined: places are not numbered. */
  readonly picks: Picks | undefined
}

function Lines({ lines, picks }: LinesProps) {
  const { t } = useTranslation('box-office')
  const seatsText = (type: string, quantity: number): string => {
    const count = Math.min(quantity, picks?.[type]?.length ?? 0)
    if (count === 0) return t('sell.best')
    return count < quantity ? t('sell.some_seats', { count, quantity }) : t('sell.all_seats', { count })
  }
  return (
    <ul className={style.lines}>
      {lines.map(({ type, quantity }) => (
        <li key={type.uuid}>
          <span>
            <b className={style.times}>{quantity}</b>
            <span>
              <span>
                <UserText>{type.name}</UserText>
              </span>
              {picks && <small>{seatsText(type.uuid, quantity)}</small>}
            </span>
          </span>
          {type.price === 0 ? (
            t('shift.free')
          ) : (
            <Money shekels={(Math.round(type.price * 100) * quantity) / 100} ledger />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The limit of one sale, and what to do for a larger one. */
function LimitNote({ limit: { limit, name, over } }: { readonly limit: ReachedLimit }) {
  const { t } = useTranslation('box-office')
  return (
    <Note state={over ? 'bad' : 'warn'}>
      {name === undefined ? t('sell.limit.order', { count: limit }) : t('sell.limit.kind', { count: limit, name })}{' '}
      {t(over ? 'sell.limit.over' : 'sell.limit.next')}
    </Note>
  )
}
