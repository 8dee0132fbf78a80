import { useCallback, useEffect, useRef, useState } from 'react'
import { offline } from '../../shared/connection.ts'
import {
  countersOf,
  type ListStage,
  type LocalAdmissionList,
  readAdmissionList,
  readSnapshotList,
  refreshAdmissionList,
  stageOf,
  withSnapshot,
} from '../../shared/check-in/admission-list.ts'
import type { People } from '../../shared/check-in/guest-names.ts'
import { hasTime, type PeoplePurpose, readPeople, syncPeople } from '../../shared/check-in/people.ts'
import { readUnsettledScans, sendQueuedScans } from '../../shared/check-in/scan-queue.ts'
import { deviceId } from '../../shared/check-in/device.ts'
import type { ShowCounters } from './use-counters.ts'

/** How often an open scan page loads the changes of other gates. */
const REFRESH_EVERY_MS = 30_000

export interface CheckIn {
  /** The local list to decide from; undefined before it was loaded once. */
  readonly list: () => LocalAdmissionList | undefined
  /** Time of the last update, by this device's clock. */
  readonly refreshedAt: number | undefined
  readonly isRefreshing: boolean
  /** How much of the list is there; undefined without one. */
  readonly stage: ListStage | undefined
  /** Whether what is stored on this device has been read. */
  readonly isRead: boolean
  /** Until when this device may read the names of guests; undefined where it has none. */
  readonly peopleUntil: number | undefined
  readonly refresh: () => Promise<void>
}

/**
 * Runs one attempt after the other. One that began without a network may still wait when it is back, and its answer would be
 * older than the entries since: whoever asks meanwhile gets an attempt of their own.
 */
const useRunAgain = (attempt: () => Promise<void>) => {
  const isBusy = useRef(false)
  const isAgain = useRef(false)
  const [isRunning, setIsRunning] = useState(true) // it opens with what is stored and loads the rest at once
  const run = useCallback(async (): Promise<void> => {
    isAgain.current = true
    if (isBusy.current) return
    isBusy.current = true
    setIsRunning(true)
    while (isAgain.current) {
      isAgain.current = false
      await attempt()
    }
    isBusy.current = false
    setIsRunning(false)
  }, [attempt])
  return { isRunning, run }
}

/** Loads the admission list of an event and keeps it up to date while the scan page is open. */
export const useAdmissionList = (event: string, onCounters: ShowCounters, purpose: PeoplePurpose = 'scan'): CheckIn => {
  const listRef = useRef<LocalAdmissionList>(undefined)
  const [refreshedAt, setRefreshedAt] = useState<number>()
  const [stage, setStage] = useState<ListStage>()
  const [peopleUntil, setPeopleUntil] = useState<number>()
  const [isRead, setIsRead] = useState(false)
  const hasAnswer = useRef(false)

  const setList = useCallback((list: LocalAdmissionList | undefined) => {
    listRef.current = list
    setRefreshedAt(list?.facts.refreshedAt)
    setStage(list && stageOf(list))
  }, [])
  // Names end by themselves meanwhile.
  const show = useCallback(
    (list: LocalAdmissionList) => setList({ ...list, people: listRef.current?.people }),
    [setList],
  )
  const setPeople = useCallback((people: People | undefined) => {
    const list = listRef.current
    if (list && list.people !== people) listRef.current = { ...list, people }
    setPeopleUntil(list && people?.until)
  }, [])

  const synchronise = useCallback(async (): Promise<void> => {
    await sendQueuedScans() // queued scans are sent first, so that the loaded list includes them
    const requestedAt = performance.now()
    const { list, counters, allowsPeople } = await refreshAdmissionList(event, listRef.current, show)
    show(list)
    onCounters(counters, requestedAt)
    const { facts, people: current } = list
    setPeople(await syncPeople({ facts, purpose, isAllowed: allowsPeople, device: deviceId(), current }))
  }, [event, purpose, show, setPeople, onCounters])

  const attempt = useCallback(async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      await synchronise()
      hasAnswer.current = true
    } catch {
      // The status line shows how old the list is. After a reload the counters that the page has are older than it; those of
      // an answer since then know more, and would run backwards.
      if (listRef.current && !hasAnswer.current) onCounters(countersOf(listRef.current), startedAt)
    }
  }, [synchronise, onCounters])
  const { isRunning: isRefreshing, run: refresh } = useRunAgain(attempt)

  useEffect(() => {
    let isOpen = true
    const open = async () => {
      const quick = await readSnapshotList(event).catch(() => undefined)
      if (!isOpen) return
      setList(quick)
      const stored = await readAdmissionList(event).catch(() => undefined)
      const cached = await withSnapshot(stored, quick)
      if (!isOpen) return
      setList(cached)
      setIsRead(true)
      if (cached) setPeople(await readPeople(cached.facts).catch(() => undefined))
      await readUnsettledScans().catch(() => undefined)
      if (cached && offline.read()) onCounters(countersOf(cached), 0)
      if (isOpen) await refresh()
    }
    void open()
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible' && !offline.read()) void refresh()
    }
    // Their time ends without a network as well.
    const endPeople = async () => {
      const list = listRef.current
      if (list?.people && !(await hasTime(list.facts).catch(() => false))) setPeople(undefined)
    }
    const timer = setInterval(() => {
      void endPeople()
      refreshIfVisible()
    }, REFRESH_EVERY_MS)
    const stop = offline.subscribe(refreshIfVisible)
    // A phone that was in a pocket: its timer stood still.
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      isOpen = false
      clearInterval(timer)
      stop()
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [event, setList, setPeople, onCounters, refresh])

  const list = useCallback(() => listRef.current, [])
  return { list, refreshedAt, isRefreshing, stage, isRead, peopleUntil, refresh }
}
