import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { GateDirection } from '@kartis/domain/re-entry.ts'
import { dismissGoodToasts } from '@kartis/ui/components/toast.ts'
import { pendingQuestion } from '@kartis/ui/components/confirm.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { offline } from '../../shared/connection.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { later } from '../../shared/later.ts'
import type { Attempt } from './attempt.ts'
import { admittedAs, type CheckResult, checkTicket } from './check-ticket.ts'
import { isReadable, createRepeatFilter, readText } from './scan-input.ts'
import { type Outcome, signalResult } from './signal.ts'
import { useOverlay } from './use-overlay.ts'
import { useRecentEntries } from './use-recent-entries.ts'

/** A decision of this device or of the hub that takes longer says that it is being made. */
const CHECK_AFTER_MS = 150

/** A result that another code follows at once stands at least so long. */
const SEEN_MS = 800

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

interface Checking {
  readonly overlay: ReturnType<typeof useOverlay>['overlay']
  readonly isChecking: { readonly current: boolean }
  readonly isNew: (raw: string, now: number) => boolean
  readonly check: (raw: string, isRead: boolean, mayReplace: boolean) => void
}

/**
 * Takes what a scanner that types has read. Whoever holds it sees the next guest, not the result of the one before: the code
 * takes the place of a result, and waits for one that is being made. A question stays until it is answered.
 */
const useTyped = ({ overlay, isChecking, isNew, check }: Checking): ((raw: string) => void) => {
  const following = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(following.current), [])
  return useCallback(
    (raw: string) => {
      if (pendingQuestion.read() !== undefined) return signalResult('again')
      if (!isNew(raw, performance.now()) && raw !== '') return
      clearTimeout(following.current)
      const isBusy = isChecking.current || overlay.read()?.state === 'check'
      if (isBusy) following.current = setTimeout(() => check(raw, true, true), SEEN_MS)
      else check(raw, true, true)
    },
    [overlay, isChecking, isNew, check],
  )
}

/** Checks the tickets of one event one at a time and controls the result overlay. */
export const useScan = (
  uuid: string,
  list: () => LocalAdmissionList | undefined,
  onCounters: (counters: ScanStatistics) => void,
  direction: GateDirection = 'entry',
  /** Asked before an entry: at an event of another day somebody has to say that it is the right one. */
  mayEnter: () => true | Promise<boolean> = () => true,
) => {
  /** From a code until its result is shown: there may be nothing on the screen meanwhile. */
  const isChecking = useRef(false)
  const { overlay, show, hold, close } = useOverlay()
  const { admitted, note, forget } = useRecentEntries(uuid)
  const [isNew] = useState(createRepeatFilter)

  const send = useCallback(
    async (attempt: Attempt, isOverPage = false) => {
      const showCheck = (): void => show({ state: 'check' })
      // Without the server the result is there before "checking" could be drawn, which would hold it up: the answer of the
      // hub comes after 10 ms and would wait 30 ms for the drawing. While the server decides there is time to draw it, and
      // the result comes sooner for it. A result with its buttons gives way at once.
      const timer = isOverPage && offline.read() ? setTimeout(showCheck, CHECK_AFTER_MS) : undefined
      if (timer === undefined) showCheck()
      const checked = await checkTicket(uuid, list(), attempt)
      clearTimeout(timer)
      isChecking.current = false
      signalResult(outcomeOf(checked))
      if (checked.state === 'success') {
        const { ticket, decidedBy, counters } = checked
        const way = attempt.direction ?? 'entry'
        const entry = way === 'entry' ? admittedAs(attempt, ticket) : undefined
        show({ state: 'success', ticket, direction: way, decidedBy, counters, entry })
        // The counters and the list below it: nobody sees them meanwhile.
        later(() => {
          onCounters(counters)
          if (entry) note([entry])
        })
        return
      }
      if (checked.state === 'fail')
        return show({ state: 'fail', error: checked.error, at: attempt.scannedAt, text: attempt.text })
      show(checked.state === 'again' ? checked : { ...checked, attempt })
    },
    [uuid, list, onCounters, note, show],
  )

  const check = useCallback(
    (raw: string, isRead: boolean, mayReplace = false) => {
      if (isChecking.current || (overlay.read() !== undefined && !mayReplace)) return
      if (!isReadable(raw)) {
        signalResult('again')
        return show({ state: 'again', ...(isRead && { isForeign: true }) })
      }
      isChecking.current = true
      dismissGoodToasts() // "the entry of Dana was undone" over the name of the next guest
      const attempt = { ...newAttempt(readText(raw)), isRead, ...(direction === 'exit' && { direction }) }
      const may = direction === 'exit' || mayEnter()
      if (may === true) return void send(attempt, true)
      void Promise.resolve(may).then((isYes) => {
        if (isYes) return send(attempt, true)
        isChecking.current = false
        return undefined
      })
    },
    [send, direction, mayEnter, overlay, show],
  )

  /** Called with what a person typed. */
  const scan = useCallback((raw: string) => check(raw, false), [check])

  /** Called for every detected code; a code that is still in view is not a new scan. */
  const see = useCallback(
    (raw: string) => {
      if (isNew(raw, performance.now())) check(raw, true)
    },
    [isNew, check],
  )

  const type = useTyped({ overlay, isChecking, isNew, check })

  const retry = useCallback(() => {
    const shown = overlay.read()
    if (shown?.state === 'unchecked') void send(shown.attempt)
  }, [overlay, send])

  /** Lets the ticket in although another lane would: a scan of its own, which says so. */
  const override = useCallback(() => {
    const shown = overlay.read()
    if (shown?.state !== 'fail') return
    void send({ ...newAttempt(shown.text), isOverride: true, ...(shown.manual && { manual: shown.manual }) })
  }, [overlay, send])

  return { overlay, show, admitted, note, scan, see, type, retry, override, hold, close, forget }
}
