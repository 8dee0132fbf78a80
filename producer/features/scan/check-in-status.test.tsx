import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { unsettledScans } from '../../shared/check-in/scan-queue.ts'
import { writeGateEnd } from '../../shared/gate-end.ts'
import { LeaveWarning } from './check-in-status.tsx'

const leaves = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('leaving the check-in', () => {
  it('is warned of while scans wait, but not by a device whose permission is over', () => {
    render(<LeaveWarning />)
    expect(leaves()).toBe(true)
    unsettledScans.write({ ...unsettledScans.read(), waiting: [{} as never] })
    render(<LeaveWarning />)
    expect(leaves()).toBe(false)
    writeGateEnd({ state: 'refused', sent: 0, left: 1 })
    expect(leaves()).toBe(true)
  })
})
