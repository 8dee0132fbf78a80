import type { Event } from '@kartis/contract/events.ts'
import type { ReadinessFacts } from '@kartis/domain/gate-readiness.ts'
import { useCallback, useEffect, useState } from 'react'
import { countTickets } from '../../shared/check-in/ticket-counts.ts'
import { offline } from '../../shared/connection.ts'
import { readBattery } from '../../shared/check-in/battery.ts'
import { laneNumber } from '../../shared/check-in/device.ts'
import { useEventList } from './use-event-list.ts'
import { useAppStored } from './use-app-stored.ts'
import { laneSharedWith, lanesIn } from '../../shared/check-in/use-gate-contact.ts'

type Camera = NonNullable<ReadinessFacts['camera']>

const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError'

/** Opens the camera for a moment: the only check that says whether it works. */
const openCamera = async (): Promise<Camera> => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    for (const track of stream.getTracks()) track.stop()
    return 'granted'
  } catch (error) {
    return isMissing(error) ? 'none' : 'denied'
  }
}

/** The camera's permission without a question; where the browser does not say, somebody has to press. */
const readCamera = async (): Promise<Camera> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' })
    return state === 'granted' ? await openCamera() : state
  } catch {
    return 'prompt'
  }
}

const persist = async (): Promise<boolean> => {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}

/** The lane of this phone; whether it is its own only the server knows, and without a network nobody asks. */
const laneOfPhone = (event: Event, sharedWith: readonly string[] | undefined): ReadinessFacts['lane'] => {
  if (lanesIn(event) === 0) return 'none'
  if (laneNumber() === null) return 'missing'
  return sharedWith && (sharedWith.length === 0 ? 'own' : 'shared')
}

const CHECK_EVERY_MS = 5000

const nothing = () => undefined

/** What this phone has and lacks before entry opens. `until`: when its permission ends; null for a member. */
export const useReadiness = (event: Event, until: string | null) => {
  const checkIn = useEventList(event, nothing)
  const isAppStored = useAppStored()
  const [isPersisted, setIsPersisted] = useState<boolean>()
  const [camera, setCamera] = useState<Camera>()
  const [battery, setBattery] = useState<ReadinessFacts['battery']>()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    void persist().then(setIsPersisted)
    void readCamera().then(setCamera)
    const look = () => {
      setNow(Date.now())
      void readBattery().then(setBattery)
    }
    look()
    const timer = setInterval(look, CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const openCameraNow = useCallback(async () => setCamera(await openCamera()), [])
  const list = checkIn.list()
  const lane = laneOfPhone(event, laneSharedWith.use())
  const { refreshedAt } = checkIn
  const facts: ReadinessFacts = {
    listAgeMs: refreshedAt === undefined ? (checkIn.isRead ? null : undefined) : Math.max(0, now - refreshedAt),
    isListLoading: checkIn.isRefreshing,
    isListWhole: checkIn.stage === 'stored',
    isOffline: offline.use(),
    isAppStored,
    isPersisted,
    camera,
    battery,
    clockOffMs: list ? list.facts.aheadMs : null,
    permissionMs: until === null ? null : Date.parse(until) - now,
    lane,
    eventMs: Date.parse(event.ends_at) - now,
  }
  return {
    facts,
    count: list ? countTickets(list.tickets).valid : 0,
    refreshedAt,
    stage: checkIn.stage,
    refresh: checkIn.refresh,
    openCameraNow,
    now,
  }
}
