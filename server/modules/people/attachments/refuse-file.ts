import { type Refusal, refuse } from '@kartis/domain/refusal.ts'

/** The file of an upload is of a type that is not taken. */
export const wrongType = (): Refusal => refuse('unsupported_media_type', { fields: { file: ['file_type'] } })

/** The file of an upload is too large: `max_bytes` or `max_pixels`. */
export const tooLarge = (limit: { readonly max_bytes: number } | { readonly max_pixels: number }): Refusal =>
  refuse('payload_too_large', { detail: limit, fields: { file: ['too_large'] } })
