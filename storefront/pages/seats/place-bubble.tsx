import { commaText } from '@kartis/i18n/format.ts'
import { isFree } from '@kartis/seat-map/model/board.ts'
import { COMPANION, WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import { priceOrFree } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import type { Choice } from './cart-items.ts'
import { groupTexts, marksOf } from '@kartis/seat-map/viewer/group-text.ts'
import css from './place-bubble.module.css'
import { placeText } from './place-text.ts'
import { otherPrices } from './other-prices.ts'
import { priceOf } from './seat-sale.ts'
import type { Hall } from './use-hall.ts'

interface PlaceTexts {
  /** `שורה ח׳, כיסא 22 · 220.00 ₪` */
  readonly title: string
  /** Its state, and what is special about it. */
  readonly text: string
}

/** What is read of a place: where it is, what it costs, whether it is free. */
export const usePlaceTexts = (
  { hall, choice }: { readonly hall: Hall; readonly choice: Choice },
  place: number,
  group: readonly number[] | undefined,
): PlaceTexts | undefined => {
  const { t, lang } = usePageContext()
  const { map } = hall.sale
  const [where] = place >= 0 && place < map.size ? groupTexts(map, [place]) : []
  if (!where) return undefined
  const category = hall.categories[map.category[place] ?? 0]
  const flags = map.flags[place] ?? 0
  const isMine = choice.places.includes(place)
  const free = isFree(hall.board, place)
  const state = isMine
    ? t('sale.seats.here.mine')
    : !free
      ? t('sale.seats.here.taken')
      : group && group.length > 1
        ? commaText([t('sale.seats.here.free'), t('sale.seats.together', { count: group.length })], lang)
        : t('sale.seats.here.free')
  const special =
    (flags & WHEELCHAIR) !== 0
      ? [t('sale.seats.here.wheelchair')]
      : (flags & COMPANION) !== 0
        ? [t('sale.seats.here.companion')]
        : []
  const marks = marksOf(map, [place]).map((mark) => t(`sale.seats.fact.${mark}`))
  const cheaper = free && category ? otherPrices(category, t, lang) : []
  const price = free && category && category.types.length > 0 ? [priceOrFree(priceOf(category), t, lang)] : []
  return {
    title: [placeText(where, t, lang), ...price].join(' · '),
    text: commaText([where.section, ...special, ...marks, state, ...cheaper], lang),
  }
}

const HALF_PX = 120

/** Beside the place under the mouse or the keyboard, inside the hall's box. */
export const PlaceBubble = ({
  texts,
  at: [x, y],
  size: [width, height],
}: {
  readonly texts: PlaceTexts
  readonly at: readonly [number, number]
  readonly size: readonly [number, number]
}) => (
  <div
    className={css.bubble}
    aria-hidden="true"
    // Pixels of the drawing, which is never mirrored.
    style={{
      left: Math.max(HALF_PX + 4, Math.min(width - HALF_PX - 4, x)),
      ...(y > height - 110 ? { bottom: height - y + 18 } : { top: y + 18 }),
    }}
  >
    <b>{texts.title}</b>
    <span>{texts.text}</span>
  </div>
)
