import { ApiError } from '../api-error.ts'

/** Seats that somebody else has taken, from a `seat_taken` refusal; undefined for any other failure. */
export const lostSeats = (error: unknown): readonly string[] | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'seat_taken') return undefined
  const { seats } = error.detail
  return Array.isArray(seats) ? seats.filter((seat): seat is string => typeof seat === 'string') : []
}
