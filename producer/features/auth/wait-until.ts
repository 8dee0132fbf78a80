import { ApiError } from '../../shared/api-error.ts'

const DEFAULT_WAIT_SECONDS = 60

/** When one may try again after a 429, in epoch milliseconds; nothing for any other failure. */
export const waitUntil = (error: unknown, triedAt: number): number | undefined =>
  error instanceof ApiError && error.status === 429
    ? triedAt + (error.retryAfter ?? DEFAULT_WAIT_SECONDS) * 1000
    : undefined
