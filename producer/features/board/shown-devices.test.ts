import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { expect, it } from 'vitest'
import { shownDevices } from './shown-devices.ts'

type Device = GateBoard['devices'][number]

const device = (name: string, state: Device['state'], missing: Device['missing'] = null) =>
  ({ name, state, missing }) as Device

const MISSING = { count: 3, numbers: { first: 2, last: 4 }, from: null, to: null }
const OPEN = [device('a', 'online'), device('b', 'seen'), device('c', 'silent'), device('d', 'online', MISSING)]
const ENDED = [{ name: 'e' }, { name: 'f' }] as GateBoard['ended_devices']

const names = (most?: number) => {
  const { devices, ended_devices: ended, more } = shownDevices({ devices: OPEN, ended_devices: ENDED }, most)
  return [...[...devices, ...ended].map(({ name }) => name), more]
}

it('a screen with room for all devices shows them in the order in which they came', () => {
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 0])
  expect(names(6)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 0])
})

it('a screen with less room shows first who needs somebody and says how many are left out', () => {
  expect(names(5)).toEqual(['c', 'd', 'a', 'e', 'f', 1])
  expect(names(3)).toEqual(['c', 'd', 'e', 3])
  expect(names(1)).toEqual(['c', 5])
})
