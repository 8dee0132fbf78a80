import { afterEach, expect, it } from 'vitest'
import { readBattery } from './battery.ts'

const withBattery = (getBattery: (() => Promise<unknown>) | undefined): void => {
  Object.defineProperty(navigator, 'getBattery', { configurable: true, value: getBattery })
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'getBattery')
})

it('the battery is read in whole percent, and a browser that does not say is no error', async () => {
  withBattery(async () => ({ level: 0.184, charging: false }))
  expect(await readBattery()).toEqual({ percent: 18, isCharging: false })
  withBattery(async () => {
    throw new Error('refused')
  })
  expect(await readBattery()).toBeNull()
  withBattery(undefined)
  expect(await readBattery()).toBeNull()
})
