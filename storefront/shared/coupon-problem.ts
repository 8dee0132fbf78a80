import type { Refused } from './api.ts'
import type { Translate } from './translator.ts'

export const isCouponRefusal = ({ code }: Refused): boolean => code.startsWith('coupon_')

/** Why a coupon was not applied, and where the code itself is wrong what the buyer can do. */
export const couponProblem = (refused: Refused, t: Translate): string =>
  isCouponRefusal(refused) ? `${refused.text} ${t('sale.coupon.fix')}` : refused.text

/** The input of the code; a page has one. */
export const COUPON_ID = 'coupon'
