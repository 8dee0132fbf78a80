import { describe, expect, it } from 'vitest'
import { readCameraError } from './camera-error.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })

describe('readCameraError', () => {
  it("takes the browser's error name and maps the reason", () => {
    expect(readCameraError({ kind: 'permission-denied', message: 'x', cause: named('NotAllowedError') })).toEqual({
      name: 'NotAllowedError',
      reason: 'permission-denied',
      message: 'x',
    })
    expect(readCameraError({ kind: 'in-use', message: '', cause: named('NotReadableError') }).reason).toBe('in-use')
  })

  it('names the error where the browser has no specific name', () => {
    expect(
      readCameraError({
        kind: 'unknown',
        message: 'Loading camera stream timed out after 6000 ms.',
        cause: named('Error'),
      }),
    ).toMatchObject({ name: 'StreamLoadTimeoutError', reason: 'timeout' })
    expect(readCameraError({ kind: 'insecure-context', message: '', cause: named('Error') }).name).toBe(
      'InsecureContextError',
    )
  })

  it("keeps the browser's message for an unknown reason", () => {
    expect(readCameraError({ kind: 'aborted', message: 'Starting failed', cause: named('AbortError') })).toEqual({
      name: 'AbortError',
      reason: undefined,
      message: 'Starting failed',
    })
  })
})
