import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { offline } from '../../shared/connection.ts'
import {
  countersOf,
  type LocalAdmissionList,
  readAdmissionList,
  refreshAdmissionList,
} from '../../shared/check-in/admission-list.ts'
import { readUnsettledScans, sendQueuedScans } from '../../shared/check-in/scan-queue.ts'

/** How often an open scan page asks what has changed at the other entrances. */
const REFRESH_EVERY_MS = 30_000

export interface CheckIn {
  /** What this phone can decide from; nothing until it was read once. */
  readonly list: () => LocalAdmissionList | undefined
  /** When the list was last brought up to date, by this device's clock. */
  readonly refreshedAt: number | undefined
  readonly isRefreshing: boolean
  readonly refresh: () => Promise<void>
}

/** Keeps the admission list of an event on this device and up to date for as long as its scan page is open. */
export const useAdmissionList = (event: string, onCounters: (counters: ScanStatistics) => void): CheckIn => {
  const held = useRef<LocalAdmissionList>(undefined)
  const [refreshedAt, setRefreshedAt] = useState<number>()
  const [isRefreshing, setIsRefreshing] = useState(false)
  const isBusy = useRef(false)

  const hold = useCallback((list: LocalAdmissionList | undefined) => {
    held.current = list
    setRefreshedAt(list?.facts.refreshedAt)
  }, [])

  const bring = useCallback(async (): Promise<void> => {
    await sendQueuedScans() // first what we know, then what others know
    const { list, counters } = await refreshAdmissionList(event, held.current)
    hold(list)
    onCounters(counters)
  }, [event, hold, onCounters])

  const refresh = useCallback(async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setIsRefreshing(true)
    await bring().catch(() => undefined) // the line above the camera says how old the list is
    isBusy.current = false
    setIsRefreshing(false)
  }, [bring])

  useEffect(() => {
    let isOpen = true
    const begin = async () => {
      const kept = await readAdmissionList(event).catch(() => undefined)
      if (!isOpen) return
      hold(kept)
      await readUnsettledScans().catch(() => undefined)
      if (kept && offline.read()) onCounters(countersOf(kept))
      if (isOpen) await refresh()
    }
    void begin()
    const again = () => {
      if (document.visibilityState === 'visible' && !offline.read()) void refresh()
    }
    const timer = setInterval(again, REFRESH_EVERY_MS)
    const stop = offline.watch(again)
    return () => {
      isOpen = false
      clearInterval(timer)
      stop()
    }
  }, [event, hold, onCounters, refresh])

  const list = useCallback(() => held.current, [])
  return { list, refreshedAt, isRefreshing, refresh }
}
