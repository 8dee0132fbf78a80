import { ApiError } from '../../shared/api-error.ts'

const DEFAULT_WAIT_SECONDS = 60

/** Epoch milliseconds of the next allowed attempt after a 429; undefined for any other failure. */
export const waitUntil = (error: unknown, triedAt: number): number | undefined =>
  error instanceof ApiError && error.status === 429
    ? triedAt + (error.retryAfter ?? DEFAULT_WAIT_SECONDS) * 1000
    : undefined
