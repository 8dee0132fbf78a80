/** What is checked on a phone before entry opens. */
export const READINESS_CHECKS = ['list', 'app', 'storage', 'camera', 'battery', 'clock', 'permission', 'lane'] as const
export type ReadinessCheck = (typeof READINESS_CHECKS)[number]

/** `good`; `warn`: works, but somebody should know; `bad`: this phone must not stand at a gate; `unknown`: not yet checked. */
export type ReadinessState = 'good' | 'warn' | 'bad' | 'unknown'

export const READINESS = {
  /** An older list is loaded anew before entry opens, in seconds. */
  listSeconds: 600,
  /** In percent. */
  batteryWarn: 50,
  batteryBad: 15,
  /** A clock that is off by more than this is worth correcting; its scans are corrected in any case. */
  clockMs: 60_000,
} as const

/** What a phone says of itself; undefined while it is being checked. */
export interface ReadinessFacts {
  /** Age of the admission list; null without one, undefined until the storage has been read. */
  readonly listAgeMs: number | null | undefined
  /** The list is being loaded right now. */
  readonly isListLoading: boolean
  /** Whether it has numbers and seats besides what checks codes, and all of it is stored. */
  readonly isListWhole: boolean
  /** The server cannot be reached: neither the list nor who has the same lane can be loaded. */
  readonly isOffline: boolean
  /** Whether the app starts without a network. */
  readonly isAppStored: boolean | undefined
  /** Whether the browser keeps the list when it runs out of space. */
  readonly isPersisted: boolean | undefined
  /** `prompt`: nobody has been asked yet. `none`: the device has no camera, which a hardware scanner makes up for. */
  readonly camera: 'granted' | 'prompt' | 'denied' | 'none' | undefined
  /** In percent; null where the browser does not say. */
  readonly battery: { readonly percent: number; readonly isCharging: boolean } | null | undefined
  /** The device's clock against the server's; null without a contact. */
  readonly clockOffMs: number | null | undefined
  /** Milliseconds until the permission ends; null for a member of the team, whose does not. */
  readonly permissionMs: number | null
  /** `none`: the event has no lanes. `missing`: nobody has chosen one here. `shared`: another device says it has it too. */
  readonly lane: 'none' | 'missing' | 'own' | 'shared' | undefined
  /** Milliseconds until the event ends. */
  readonly eventMs: number
}

const listState = ({ listAgeMs, isListLoading, isListWhole, isOffline }: ReadinessFacts): ReadinessState => {
  if (listAgeMs === undefined) return 'unknown'
  if (listAgeMs !== null && listAgeMs <= READINESS.listSeconds * 1000) {
    if (isListWhole) return 'good'
    // Codes are checked by then; the rest is loading, or could not be.
    return isListLoading && !isOffline ? 'unknown' : 'warn'
  }
  // Whoever reads that the list is missing goes to load it, which is under way already.
  if (isListLoading && !isOffline) return 'unknown'
  // An old list is worth more than none: tickets that were sold since are admitted by their signature.
  return isOffline && listAgeMs !== null ? 'warn' : 'bad'
}

const cameraState = (camera: ReadinessFacts['camera']): ReadinessState => {
  if (camera === undefined) return 'unknown'
  // The first scan asks for it as well: it is a question, and not wrong.
  if (camera === 'none' || camera === 'prompt') return 'warn'
  return camera === 'granted' ? 'good' : 'bad'
}

const batteryState = (battery: ReadinessFacts['battery']): ReadinessState => {
  if (battery === undefined) return 'unknown'
  if (battery === null || battery.isCharging || battery.percent >= READINESS.batteryWarn) return 'good'
  return battery.percent < READINESS.batteryBad ? 'bad' : 'warn'
}

const clockState = (offMs: ReadinessFacts['clockOffMs']): ReadinessState => {
  if (offMs === undefined || offMs === null) return 'unknown'
  return Math.abs(offMs) <= READINESS.clockMs ? 'good' : 'warn'
}

const permissionState = ({ permissionMs, eventMs }: ReadinessFacts): ReadinessState => {
  if (permissionMs === null) return 'good'
  if (permissionMs <= 0) return 'bad'
  return permissionMs < eventMs ? 'warn' : 'good'
}

const laneState = ({ lane, isOffline }: ReadinessFacts): ReadinessState => {
  if (lane === undefined) return isOffline ? 'warn' : 'unknown'
  return lane === 'none' || lane === 'own' ? 'good' : 'bad'
}

const flag = (value: boolean | undefined): ReadinessState => (value === undefined ? 'unknown' : value ? 'good' : 'warn')

/** The state of each check. */
export const readinessOf = (facts: ReadinessFacts): Record<ReadinessCheck, ReadinessState> => ({
  list: listState(facts),
  app: flag(facts.isAppStored),
  storage: flag(facts.isPersisted),
  camera: cameraState(facts.camera),
  battery: batteryState(facts.battery),
  clock: clockState(facts.clockOffMs),
  permission: permissionState(facts),
  lane: laneState(facts),
})

const GRAVITY: readonly ReadinessState[] = ['bad', 'unknown', 'warn', 'good']

/** The state of the whole phone: that of its worst check. There is no half ready. */
export const wholeState = (states: Record<ReadinessCheck, ReadinessState>): ReadinessState =>
  GRAVITY.find((state) => READINESS_CHECKS.some((check) => states[check] === state)) ?? 'good'

/** The checks with what must be put right first. */
export const readinessOrder = (states: Record<ReadinessCheck, ReadinessState>): ReadinessCheck[] =>
  READINESS_CHECKS.toSorted((a, b) => rank(states[a]) - rank(states[b]))

const rank = (state: ReadinessState): number => (state === 'bad' ? 0 : state === 'warn' ? 1 : 2)
