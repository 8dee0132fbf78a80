import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import { limit, uncount } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'

/** Wrong codes that one network may name: enough for a group of buyers who mistype, few enough that guessing finds none. */
const WRONG_CODES = { max: 30, seconds: 600 }

interface CouponUse {
  readonly network: string
  /** As the buyer typed it; none costs nothing. */
  readonly code: string | null | undefined
  /** Whether this request was answered before: it then gets its first reply, which tells nothing new. */
  readonly isRepeat?: () => Promise<boolean>
}

const isWrong = (result: unknown): boolean => isRefusal(result) && result.refusal === 'coupon_unknown'

/**
 * Runs what a buyer does with a coupon code, unless the network has named too many wrong ones: then right ones are refused
 * as well, since the reply would tell them apart. A code counts before it is looked up, so that guesses at the same time
 * count, and no longer once it was right. Refusal: `too_many_requests`.
 */
export const withinCouponBudget = async <T>(
  platform: Platform,
  { network, code, isRepeat }: CouponUse,
  use: () => Promise<T | Refusal>,
): Promise<T | Refusal> => {
  if (!code) return use()
  const key = `coupon:${network}`
  const refused = await limit(platform, key, WRONG_CODES)
  if (refused) return (await isRepeat?.()) ? use() : refused
  let wrong = false
  try {
    const result = await use()
    wrong = isWrong(result)
    return result
  } catch (error) {
    wrong = error instanceof RefusalError && isWrong(error.refusal)
    throw error
  } finally {
    if (!wrong) await uncount(platform, key)
  }
}
