import type { IScannerError } from '@yudiel/react-qr-scanner'

const KNOWN = [
  'permission-denied',
  'no-camera',
  'insecure-context',
  'in-use',
  'overconstrained',
  'unsupported',
] as const
type Known = (typeof KNOWN)[number] | 'timeout'

export interface CameraError {
  /** As the browser calls it: `NotAllowedError`. */
  readonly name: string
  /** Why, where we have words for it. */
  readonly reason: Known | undefined
  /** The browser's own words, for all else. */
  readonly message: string
}

const reasonOf = ({ kind, message }: Pick<IScannerError, 'kind' | 'message'>): Known | undefined => {
  if (/timed out/iu.test(message)) return 'timeout'
  if (kind === 'security') return 'permission-denied'
  return KNOWN.find((known) => known === kind)
}

const NAMES: Partial<Record<Known, string>> = {
  'insecure-context': 'InsecureContextError',
  unsupported: 'StreamApiNotSupportedError',
  timeout: 'StreamLoadTimeoutError',
}

/** What the camera failed of. A failure of ours that the browser has no name for is given one, so that support can be told. */
export const readCameraError = (error: IScannerError): CameraError => {
  const reason = reasonOf(error)
  const own = error.cause instanceof Error || error.cause instanceof DOMException ? error.cause.name : 'Error'
  return { name: (reason && NAMES[reason]) ?? own, reason, message: error.message }
}
