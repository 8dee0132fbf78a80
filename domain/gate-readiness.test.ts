import { describe, expect, it } from 'vitest'
import { type ReadinessFacts, readinessOf, readinessOrder, wholeState } from './gate-readiness.ts'

const HOUR = 3_600_000
const ready: ReadinessFacts = {
  listAgeMs: 40_000,
  isListLoading: false,
  isListWhole: true,
  isOffline: false,
  isAppStored: true,
  isPersisted: true,
  camera: 'granted',
  battery: { percent: 86, isCharging: false },
  clockOffMs: 400,
  permissionMs: 8 * HOUR,
  lane: 'none',
  eventMs: 5 * HOUR,
}
const stateOf = (change: Partial<ReadinessFacts>) => readinessOf({ ...ready, ...change })

describe('a phone before entry opens', () => {
  it('is green where everything is', () => {
    expect(wholeState(readinessOf(ready))).toBe('good')
    expect(wholeState(stateOf({ permissionMs: null, battery: null }))).toBe('good')
  })

  it.each([
    [{ listAgeMs: null }, 'list', 'bad'],
    [{ listAgeMs: 3 * HOUR }, 'list', 'bad'],
    [{ camera: 'denied' }, 'camera', 'bad'],
    [{ camera: 'prompt' }, 'camera', 'warn'],
    [{ camera: 'none' }, 'camera', 'warn'],
    [{ isPersisted: false }, 'storage', 'warn'],
    [{ isAppStored: false }, 'app', 'warn'],
    [{ battery: { percent: 23, isCharging: false } }, 'battery', 'warn'],
    [{ battery: { percent: 9, isCharging: false } }, 'battery', 'bad'],
    [{ battery: { percent: 9, isCharging: true } }, 'battery', 'good'],
    [{ clockOffMs: -240_000 }, 'clock', 'warn'],
    [{ permissionMs: 2 * HOUR }, 'permission', 'warn'],
    [{ permissionMs: 0 }, 'permission', 'bad'],
  ] as const)('with %j has %s %s', (change, check, state) => {
    expect(stateOf(change)[check]).toBe(state)
    expect(wholeState(stateOf(change))).toBe(state)
  })

  it('checks its list while it is loaded, and requires nothing that is under way', () => {
    expect(stateOf({ listAgeMs: null, isListLoading: true }).list).toBe('unknown')
    expect(stateOf({ listAgeMs: 3 * HOUR, isListLoading: true }).list).toBe('unknown')
    expect(stateOf({ isListLoading: true }).list).toBe('good')
    expect(stateOf({ listAgeMs: undefined }).list).toBe('unknown')
  })

  it('is not ready while only codes are checked, and may scan by them where the rest does not arrive', () => {
    expect(stateOf({ isListWhole: false, isListLoading: true }).list).toBe('unknown')
    expect(stateOf({ isListWhole: false }).list).toBe('warn')
    expect(stateOf({ isListWhole: false, isListLoading: true, isOffline: true }).list).toBe('warn')
  })

  it('may scan by an old list where no network can renew it, and not without any list', () => {
    expect(stateOf({ listAgeMs: 3 * HOUR, isOffline: true }).list).toBe('warn')
    expect(stateOf({ listAgeMs: null, isOffline: true }).list).toBe('bad')
    expect(stateOf({ listAgeMs: 3 * HOUR, isOffline: true, isListLoading: true }).list).toBe('warn')
  })

  it('does not wait for the answer who has its lane where the server cannot be reached', () => {
    expect(stateOf({ lane: undefined }).lane).toBe('unknown')
    expect(stateOf({ lane: undefined, isOffline: true }).lane).toBe('warn')
  })

  it('is not ready while something has not been checked, and bad before that', () => {
    expect(wholeState(stateOf({ camera: undefined, isPersisted: false }))).toBe('unknown')
    expect(wholeState(stateOf({ camera: undefined, listAgeMs: null }))).toBe('bad')
  })

  it('shows first what must be put right', () => {
    expect(readinessOrder(stateOf({ camera: 'denied', isPersisted: false })).slice(0, 2)).toEqual(['camera', 'storage'])
  })
})
