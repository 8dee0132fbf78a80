import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { GateDirection } from '@kartis/domain/re-entry.ts'
import { SCANNER } from '@kartis/domain/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../shared/api-error.ts'
import { offline } from '../../shared/connection.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import type { Attempt } from './attempt.ts'
import { admittedAs, type CheckResult, checkTicket, type Entrant } from './check-ticket.ts'
import { isReadable, createRepeatFilter, readText } from './scan-input.ts'
import { type Outcome, signalResult } from './signal.ts'
import { useRecentEntries } from './use-recent-entries.ts'

/** The full-screen result; undefined while the camera looks for a code. */
export type Overlay =
  | { readonly state: 'check' }
  | {
      readonly state: 'success'
      readonly ticket: Entrant
      readonly direction: GateDirection
      readonly isLocal: boolean
    }
  | { readonly state: 'fail'; readonly error: ApiError; readonly at: string; readonly text: string }
  | { readonly state: 'again' }
  | { readonly state: 'unchecked'; readonly error: ApiError | undefined; readonly attempt: Attempt }

/** A decision without the server that takes longer says that it is being made: that of a hub, or of a slow storage. */
const CHECK_AFTER_MS = 150

/** How the result feels and sounds in the hand: a ticket of another gate is no refusal of the guest. */
const outcomeOf = (checked: CheckResult): Outcome => {
  if (checked.state === 'success' || checked.state === 'again') return checked.state
  const isElsewhere = checked.state === 'fail' && (checked.error.code === 'S7' || checked.error.code === 'S8')
  return isElsewhere ? 'elsewhere' : 'fail'
}

const newAttempt = (text: string) => ({
  text,
  scanUuid: crypto.randomUUID(),
  scannedAt: new Date().toISOString(),
})

/** Checks the tickets of one event one at a time and controls the result overlay. */
export const useScan = (
  uuid: string,
  list: () => LocalAdmissionList | undefined,
  onCounters: (counters: ScanStatistics) => void,
  direction: GateDirection = 'entry',
  /** Asked before an entry: at an event of another day somebody has to say that it is the right one. */
  mayEnter: () => true | Promise<boolean> = () => true,
) => {
  const [overlay, setOverlay] = useState<Overlay>()
  const { admitted, note, forget } = useRecentEntries(uuid)
  const isBusy = useRef(false)
  const [isNew] = useState(createRepeatFilter)
  const [isHeld, setIsHeld] = useState(false)

  const close = useCallback(() => {
    isBusy.current = false
    setIsHeld(false)
    setOverlay(undefined)
  }, [])
  /** The result stays until it is closed, and nothing is scanned below it. */
  const hold = useCallback(() => setIsHeld(true), [])

  useEffect(() => {
    if (overlay?.state !== 'success' || isHeld) return undefined
    const timer = setTimeout(close, SCANNER.resetMs)
    return () => clearTimeout(timer)
  }, [overlay, isHeld, close])

  const send = useCallback(
    async (attempt: Attempt, isOverPage = false) => {
      const showCheck = (): void => setOverlay({ state: 'check' })
      // Without a network the result is there before "checking" could be drawn, which would hold it up. A result with its
      // buttons gives way at once.
      const timer = isOverPage && offline.read() ? setTimeout(showCheck, CHECK_AFTER_MS) : undefined
      if (timer === undefined) showCheck()
      const checked = await checkTicket(uuid, list(), attempt)
      clearTimeout(timer)
      signalResult(outcomeOf(checked))
      if (checked.state === 'success') {
        onCounters(checked.counters)
        const { ticket, isLocal } = checked
        const way = attempt.direction ?? 'entry'
        if (way === 'entry') note([admittedAs(attempt, ticket)])
        return setOverlay({ state: 'success', ticket, direction: way, isLocal })
      }
      if (checked.state === 'fail')
        return setOverlay({ state: 'fail', error: checked.error, at: attempt.scannedAt, text: attempt.text })
      return setOverlay(checked.state === 'again' ? checked : { ...checked, attempt })
    },
    [uuid, list, onCounters, note],
  )

  const check = useCallback(
    (raw: string, isRead: boolean) => {
      if (isBusy.current) return
      isBusy.current = true
      if (!isReadable(raw)) {
        signalResult('again')
        return setOverlay({ state: 'again' })
      }
      const attempt = { ...newAttempt(readText(raw)), isRead, ...(direction === 'exit' && { direction }) }
      const may = direction === 'exit' || mayEnter()
      if (may === true) return void send(attempt, true)
      void Promise.resolve(may).then((isYes) => (isYes ? send(attempt, true) : close()))
    },
    [send, direction, mayEnter, close],
  )

  /** Called with what a person typed. */
  const scan = useCallback((raw: string) => check(raw, false), [check])

  /** Called for every detected code; a code that is still in view is not a new scan. */
  const see = useCallback(
    (raw: string) => {
      const fresh = isNew(raw, performance.now())
      if (fresh && !isBusy.current) check(raw, true)
    },
    [isNew, check],
  )

  const retry = useCallback(() => {
    if (overlay?.state === 'unchecked') void send(overlay.attempt)
  }, [overlay, send])

  /** Lets the ticket in although another lane would: a scan of its own, which says so. */
  const override = useCallback(() => {
    if (overlay?.state !== 'fail') return
    void send({ ...newAttempt(overlay.text), isOverride: true })
  }, [overlay, send])

  return { overlay, admitted, note, scan, see, retry, override, hold, close, forget }
}
