import { commaText } from '@kartis/i18n/format.ts'
import { useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Price, priceOrFree } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import { Stepper } from '../../shared/stepper.tsx'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { CartLine } from './cart-items.ts'
import { areTogether, groupTexts } from '@kartis/seat-map/viewer/group-text.ts'
import { shortPlaceText } from './place-text.ts'
import { SectionView } from './section-view.tsx'
import css from './tray.module.css'
import type { Hall } from './use-hall.ts'
import type { Picker } from './use-picker.ts'

interface Props {
  readonly picker: Picker
}

const Where = ({ picker, hall }: Props & { readonly hall: Hall }) => {
  const { t } = usePageContext()
  const { map } = hall.sale
  const { choice } = picker.taking
  const area = map.areas[choice.area?.index ?? -1]
  const groups = groupTexts(map, choice.places)
  const seen = new Set([
    ...choice.places.flatMap((place) => map.sections[map.rows[map.row[place] ?? 0]?.section ?? -1]?.id ?? []),
    ...(area ? [map.sections[area.section]?.id ?? ''] : []),
  ])
  return (
    <>
      {area && (
        <dl className={css.where}>
          <div>
            <dt>{t('sale.seats.section')}</dt>
            <dd>
              <UserText>{area.name}</UserText>
            </dd>
          </div>
        </dl>
      )}
      {groups.map((group) => (
        <div key={`${group.section} ${group.row}`} className={`${parts.stack} ${parts.snug}`}>
          <dl className={css.where}>
            <div>
              <dt>{t('sale.seats.section')}</dt>
              <dd>
                <UserText>{group.section}</UserText>
              </dd>
            </div>
            {group.row !== '' && (
              <div>
                <dt>{t(group.isTable ? 'sale.seats.table_name' : 'sale.seats.row_name')}</dt>
                <dd>
                  <UserText>{group.row}</UserText>
                </dd>
              </div>
            )}
            {group.gate && (
              <div>
                <dt>{t('sale.seats.gate')}</dt>
                <dd>
                  <UserText>{group.gate}</UserText>
                </dd>
              </div>
            )}
          </dl>
          <div>
            <p className={`${parts.small} ${parts.quiet}`}>{t('sale.seats.in_order')}</p>
            {/* as they stand in the hall, which is never mirrored */}
            <ul className={css.chips} dir="ltr">
              {(group.fromRight ? group.labels.toReversed() : group.labels).map((label) => (
                <li key={label}>
                  <UserText>{label}</UserText>
                </li>
              ))}
            </ul>
          </div>
        </div>
      ))}
      {[...seen].map((section) => (
        <SectionView key={section} hall={hall} section={section} />
      ))}
    </>
  )
}

/** The ticket types of a category in the cart; those beside the first have a number of their own. */
const Types = ({ picker, hall }: Props & { readonly hall: Hall }) => {
  const { t, lang } = usePageContext()
  const [isOpen, setOpen] = useState(false)
  const { lines, setType } = picker.taking
  const canChange = lines.some(({ category }) => (hall.categories[category]?.types.length ?? 0) > 1)
  const isFirst = ({ category, type }: CartLine): boolean => hall.categories[category]?.types[0]?.uuid === type.uuid
  const seatsLeft = ({ category }: CartLine): number =>
    lines.find((line) => line.category === category && isFirst(line))?.quantity ?? 0
  const shown = lines.filter((line) => isOpen || line.quantity > 0)
  return (
    <>
      <ul className={css.types}>
        {shown.map((line) => (
          <li key={`${line.category} ${line.type.uuid}`}>
            <div>
              <p className={parts.strong}>
                <UserText>{line.type.name}</UserText>
              </p>
              <p className={`${parts.small} ${parts.quiet}`}>
                {line.quantity > 0
                  ? t('sale.seats.times', { count: line.quantity, price: priceOrFree(line.type.price, t, lang) })
                  : priceOrFree(line.type.price, t, lang)}
                {isOpen && line.type.info && (
                  <>
                    <br />
                    <UserText>{line.type.info}</UserText>
                  </>
                )}
              </p>
            </div>
            {isOpen && !isFirst(line) ? (
              <Stepper
                value={line.quantity}
                min={0}
                max={seatsLeft(line) === 0 ? line.quantity : line.type.max}
                label={t('sale.buy.quantity_of', { name: line.type.name })}
                less={commaText([t('sale.buy.less'), line.type.name], lang)}
                more={commaText([t('sale.buy.more'), line.type.name], lang)}
                onChange={(by) => setType(line.type.uuid, line.quantity + by)}
              />
            ) : (
              line.quantity > 0 && <Price shekels={(Math.round(line.type.price * 100) * line.quantity) / 100} />
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <button
          type="button"
          className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'sale.seats.types_done' : 'sale.seats.change_types')}
        </button>
      )}
    </>
  )
}

const countOf = ({ taking }: Picker): number => taking.choice.places.length + (taking.choice.area?.count ?? 0)

/** Whose button is gone with what it did goes on reading at what is held now. */
export const focusTray = (): void => document.getElementById('cart')?.focus({ preventScroll: true })

/** What is held: where it is, its ticket types and the sum. */
export const SeatsTray = ({ picker }: Props) => {
  const { t } = usePageContext()
  const { hall, taking, order } = picker
  const count = countOf(picker)
  const { places } = taking.choice
  const isTogether = hall && places.length > 1 && areTogether(hall.sale.map, places)
  return (
    <aside className={`${parts.stack} ${css.tray}`} aria-labelledby="cart">
      <Ticket
        get={
          <div className={`${ticketPad} ${parts.stack}`}>
            <div className={parts.apart}>
              <h2 id="cart" tabIndex={-1}>
                {t('sale.seats.cart')}
              </h2>
              {isTogether && (
                <span className={`${parts.tag} ${parts.good}`}>
                  <Icon name="check" />
                  {t('sale.seats.together', { count: places.length })}
                </span>
              )}
            </div>
            {hall && count > 0 ? (
              <>
                <Where picker={picker} hall={hall} />
                <Types picker={picker} hall={hall} />
              </>
            ) : (
              <p className={parts.quiet}>{t('sale.seats.cart_empty')}</p>
            )}
          </div>
        }
        give={
          <div className={`${ticketPad} ${parts.stack} ${parts.snug}`}>
            <p className={parts.sum} aria-live="polite">
              <span className={parts.strong}>{count > 0 ? t('sale.seats.places', { count }) : t('sale.buy.none')}</span>
              {count > 0 && <Price shekels={taking.total} />}
            </p>
            <p className={`${parts.small} ${parts.quiet}`}>
              {t(picker.view.hasFee ? 'sale.buy.all_in_fee' : 'sale.buy.all_in')}
            </p>
            <button
              type="button"
              className={`${parts.btn} ${parts.pay} ${parts.wide} ${css.onDesktop}`}
              disabled={count === 0}
              aria-busy={order.busy}
              onClick={taking.goOn}
            >
              {t('sale.buy.go')}
              <span className={parts.mirror}>
                <Icon name="go" />
              </span>
            </button>
          </div>
        }
      />
      {order.hold && (
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${css.release}`}
          aria-busy={order.busy}
          onClick={() => {
            focusTray()
            taking.release()
          }}
        >
          {t('sale.seats.release')}
        </button>
      )}
    </aside>
  )
}

/** On a phone the sum and the next step stay at the bottom of the screen, once something is held. */
export const SeatsBar = ({ picker }: Props) => {
  const { t, lang } = usePageContext()
  const { hall, taking, order } = picker
  if (countOf(picker) === 0 || !hall) return null
  const { choice } = taking
  const where = choice.area
    ? (hall.sale.map.areas[choice.area.index]?.name ?? '')
    : groupTexts(hall.sale.map, choice.places)
        .map((group) => shortPlaceText(group, t, lang))
        .join(' · ')
  return (
    <section className={bar.bar} aria-label={t('sale.buy.chosen')}>
      <div>
        <span className={`${parts.small} ${parts.quiet}`}>{where}</span>
        <Price shekels={taking.total} />
      </div>
      <button type="button" className={`${parts.btn} ${parts.pay}`} aria-busy={order.busy} onClick={taking.goOn}>
        {order.busy ? t('sale.site.working') : t('sale.buy.go')}
      </button>
    </section>
  )
}
