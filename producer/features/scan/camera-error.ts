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
  /** The browser's name: `NotAllowedError`. */
  readonly name: string
  /** The reason, if there is a text of its own for it. */
  readonly reason: Known | undefined
  /** The browser's message, shown small where there is no other reason. */
  readonly message: string
}

const reasonOf = ({ kind, message }: Pick<IScannerError, 'kind' | 'message'>): Known | undefined => {
  if (/timed out/iu.test(message)) return 'timeout'
  if (kind === 'security') return 'permission-denied'
  return KNOWN.find((name) => name === kind)
}

const NAMES: Partial<Record<Known, string>> = {
  'insecure-context': 'InsecureContextError',
  unsupported: 'StreamApiNotSupportedError',
  timeout: 'StreamLoadTimeoutError',
}

/**
 * Describes a camera error. Errors without a specific browser name get one of ours, so that people can quote it to
 * support.
 */
export const readCameraError = (error: IScannerError): CameraError => {
  const reason = reasonOf(error)
  const own = error.cause instanceof Error || error.cause instanceof DOMException ? error.cause.name : 'Error'
  return { name: (reason && NAMES[reason]) ?? own, reason, message: error.message }
}
