import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'

const RETRY_SECONDS = 30

/** `file_infected`, or `overloaded` while the scanner cannot be reached: a file that was not scanned is not stored. */
export const scanUpload = async (
  { malware, log }: Pick<Platform, 'malware' | 'log'>,
  bytes: Uint8Array,
): Promise<Refusal | undefined> => {
  const result = await malware.scan(bytes)
  if (result === 'clean') return undefined
  log.warn({ result, bytes: bytes.byteLength }, 'upload not stored')
  return result === 'infected'
    ? refuse('file_infected', { fields: { file: ['invalid'] } })
    : refuse('overloaded', { detail: { retry_after: RETRY_SECONDS } })
}
