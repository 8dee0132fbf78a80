import { scanTicket } from '@kartis/contract/admission.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { ScanStatistics } from '@kartis/contract/events.ts'
import { SCANNER } from '@kartis/domain/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { deviceId, gateName } from './device.ts'
import { isReadable, makeGate, readText, verdictOf } from './scan-outcome.ts'
import { signal } from './signal.ts'

export type ScannedTicket = ReplyOf<typeof scanTicket>['data']['ticket']

interface Attempt {
  readonly text: string
  /** The same for every try of one scan, so that a repeat is harmless. */
  readonly scanUuid: string
  readonly scannedAt: string
}

/** What fills the screen over the camera; nothing while it looks for a code. */
export type Overlay =
  | { readonly state: 'check' }
  | { readonly state: 'success'; readonly ticket: ScannedTicket }
  | { readonly state: 'fail'; readonly fault: ApiError; readonly at: string }
  | { readonly state: 'again' }
  | { readonly state: 'unchecked'; readonly fault: ApiError | undefined; readonly attempt: Attempt }

export interface Admitted {
  readonly scanUuid: string
  readonly holder: string | null
  readonly at: string
}

const SHOWN = 5

/** Sends scans of one event one at a time and holds the overlay as the rules of the door say. */
export const useScan = (uuid: string, onCounters: (counters: ScanStatistics) => void) => {
  const [overlay, setOverlay] = useState<Overlay>()
  const [admitted, setAdmitted] = useState<readonly Admitted[]>([])
  const busy = useRef(false)
  const [isNew] = useState(makeGate)

  const close = useCallback(() => {
    busy.current = false
    setOverlay(undefined)
  }, [])

  useEffect(() => {
    if (overlay?.state !== 'success') return undefined
    const timer = setTimeout(close, SCANNER.resetMs)
    return () => clearTimeout(timer)
  }, [overlay, close])

  const send = useCallback(
    async (attempt: Attempt) => {
      setOverlay({ state: 'check' })
      try {
        const { data } = await api(scanTicket, {
          params: { uuid },
          body: {
            ticket_uuid: attempt.text,
            device_id: deviceId(),
            gate: gateName() || null,
            scanned_at: attempt.scannedAt,
            scan_uuid: attempt.scanUuid,
          },
        })
        signal('success')
        onCounters(data.scan_statistics)
        const entry = { scanUuid: attempt.scanUuid, holder: data.ticket.holder, at: attempt.scannedAt }
        setAdmitted((before) => [entry, ...before].slice(0, SHOWN))
        setOverlay({ state: 'success', ticket: data.ticket })
      } catch (fault) {
        signal('fail')
        const verdict = verdictOf(fault)
        const known = fault instanceof ApiError ? fault : undefined
        if (verdict === 'fail' && known) setOverlay({ state: 'fail', fault: known, at: attempt.scannedAt })
        else if (verdict === 'again') setOverlay({ state: 'again' })
        else setOverlay({ state: 'unchecked', fault: known, attempt })
      }
    },
    [uuid, onCounters],
  )

  const scan = useCallback(
    (raw: string) => {
      if (busy.current) return
      busy.current = true
      if (!isReadable(raw)) return setOverlay({ state: 'again' })
      void send({ text: readText(raw), scanUuid: crypto.randomUUID(), scannedAt: new Date().toISOString() })
    },
    [send],
  )

  /** What the camera sees, many times a second; a code that is merely still there is no new scan. */
  const see = useCallback(
    (raw: string) => {
      const fresh = isNew(raw, performance.now())
      if (fresh && !busy.current) scan(raw)
    },
    [isNew, scan],
  )

  const retry = useCallback(() => {
    if (overlay?.state === 'unchecked') void send(overlay.attempt)
  }, [overlay, send])

  return { overlay, admitted, scan, see, retry, close }
}
