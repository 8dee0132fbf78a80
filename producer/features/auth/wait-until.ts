import { ApiError } from '../../shared/api-error.ts'

const UNTOLD_SECONDS = 60

/** When one may try again after a 429, in epoch milliseconds; nothing for any other failure. */
export const waitUntil = (fault: unknown, triedAt: number): number | undefined =>
  fault instanceof ApiError && fault.status === 429 ? triedAt + (fault.retryAfter ?? UNTOLD_SECONDS) * 1000 : undefined
