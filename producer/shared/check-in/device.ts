import { isAtGate, readStored, writeStored } from '../storage.ts'

/** The id of this device, created once: a repeated scan elsewhere shows where the first one was. */
export const deviceId = (): string => {
  const joined = isAtGate() ? readStored('device:gate_owner') : undefined
  if (joined !== undefined) return joined
  const stored = readStored('device:id')
  if (stored !== undefined) return stored
  const id = crypto.randomUUID()
  writeStored('device:id', id)
  return id
}

export const gateName = (): string => readStored('device:gate') ?? ''
/** The lane of this device, where the event has lanes; null without one. */
export const laneNumber = (): number | null => Number(readStored('device:lane') ?? 0) || null
export const storeLane = (lane: number | null): void =>
  writeStored('device:lane', lane === null ? undefined : String(lane))
export const storeGateName = (name: string): void => writeStored('device:gate', name === '' ? undefined : name)

/** Whoever holds this phone has said at which of the gates it stands, or that it stands at none of them. */
export const hasChosenGate = (event: string, gates: readonly string[]): boolean =>
  gateName() === '' ? readStored('device:no_gate') === event : gates.includes(gateName())

/** The gate of this phone, as its helper says; an empty name: none of them. */
export const chooseGate = (event: string, name: string): void => {
  storeGateName(name)
  writeStored('device:no_gate', name === '' ? event : undefined)
}

/** Sound is off by default. */
export const hasSound = (): boolean => readStored('device:sound') === 'on'
export const storeSound = (on: boolean): void => writeStored('device:sound', on ? 'on' : undefined)

export const hasTracking = (): boolean => readStored('device:tracking') === 'on'
export const storeTracking = (on: boolean): void => writeStored('device:tracking', on ? 'on' : undefined)

/** The torch turns itself on in the dark: off by default, since it dazzles guests and reflects on screens. */
export const hasAutoTorch = (): boolean => readStored('device:auto_torch') === 'on'
export const storeAutoTorch = (on: boolean): void => writeStored('device:auto_torch', on ? 'on' : undefined)

export const storedCamera = (): string => readStored('device:camera') ?? 'rear'
export const storeCamera = (choice: string): void => writeStored('device:camera', choice)
