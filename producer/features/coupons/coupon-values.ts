import type { Coupon } from '@kartis/contract/coupons.ts'
import { type CouponKind, couponReasons } from '@kartis/domain/coupon.ts'
import { COUPON } from '@kartis/domain/limits.ts'
import { missingHours, momentsOf, OPEN_WINDOW, type WindowValues, windowOf } from '../../shared/time-window.ts'
import { readCount, readPrice } from '../../shared/typed-numbers.ts'

/** Form values of a coupon. */
export interface CouponValues extends WindowValues {
  readonly code: string
  readonly kind: CouponKind
  /** Percent or shekels. */
  readonly value: string
  /** Empty: every ticket type. */
  readonly types: readonly string[]
  /** Empty: unlimited. */
  readonly max_uses: string
  readonly max_tickets: string
}

export const NEW_COUPON: CouponValues = {
  code: '',
  kind: 'percent',
  value: '',
  types: [],
  max_uses: '',
  max_tickets: '',
  ...OPEN_WINDOW,
}

const countText = (count: number | null): string => (count === null ? '' : String(count))

export const valuesOf = (coupon: Coupon, zone: string): CouponValues => {
  return {
    code: coupon.code,
    kind: coupon.kind,
    value: String(coupon.value),
    types: coupon.events_ticket_uuids ?? [],
    max_uses: countText(coupon.max_uses),
    max_tickets: countText(coupon.max_tickets),
    ...windowOf(zone, coupon.starts_at, coupon.ends_at),
  }
}

const countOf = (text: string): number | null => (text.trim() === '' ? null : readCount(text))

/** Reads `20%` and `20` alike. */
const readValue = (text: string) => readPrice(text.trim().replace(/%$/u, ''), COUPON.maxValueAgorot)

type Reasons = Record<string, readonly string[]>

/** Form fields by API field name. */
const FORM_NAMES: Readonly<Record<string, keyof CouponValues>> = {
  events_ticket_uuids: 'types',
  starts_at: 'from_day',
  ends_at: 'until_day',
}

export const inFormNames = (reasons: Readonly<Record<string, readonly string[]>>): Reasons =>
  Object.fromEntries(Object.entries(reasons).map(([field, why]) => [FORM_NAMES[field] ?? field, why]))

/** Validation reasons by form field; `taken` is the number of existing uses. */
export const reasonsFor = (values: CouponValues, zone: string, taken = 0): Reasons => {
  const value = readValue(values.value)
  const window = momentsOf(zone, values)
  const rules = couponReasons(
    {
      code: values.code,
      kind: values.kind,
      value: typeof value === 'number' ? value : 1,
      max_uses: countOf(values.max_uses),
      max_tickets: countOf(values.max_tickets),
      starts_at: window.starts,
      ends_at: window.ends,
    },
    taken,
  )
  return {
    ...inFormNames(rules),
    ...(typeof value === 'string' && { value: [value] }),
    ...missingHours(values),
  }
}

/** The request body of a valid form. */
export const bodyOf = (values: CouponValues, zone: string) => {
  const value = readValue(values.value)
  const window = momentsOf(zone, values)
  return {
    code: values.code.trim(),
    kind: values.kind,
    value: typeof value === 'number' ? value / 100 : 0,
    events_ticket_uuids: values.types.length === 0 ? null : [...values.types],
    max_uses: countOf(values.max_uses),
    max_tickets: countOf(values.max_tickets),
    starts_at: window.starts?.toISOString() ?? null,
    ends_at: window.ends?.toISOString() ?? null,
  }
}
