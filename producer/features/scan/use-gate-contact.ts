import { reportGateDevice } from '@kartis/contract/gate-devices.ts'
import { useEffect } from 'react'
import { api } from '../../shared/api.ts'
import { unsettledScans } from '../../shared/check-in/scan-queue.ts'
import { offline } from '../../shared/connection.ts'
import { database } from '../../shared/offline/database.ts'
import { readBattery } from './battery.ts'

const EVERY_MS = 30_000

/** Says what this device has and what waits on it. A device that has ended learns it here, if by no scan before. */
const report = async (event: string): Promise<void> => {
  const [battery, list] = await Promise.all([readBattery(), database.lists.get(event).catch(() => undefined)])
  await api(reportGateDevice, {
    retry: false,
    params: { uuid: event },
    body: {
      pending: unsettledScans.read().waiting.length,
      battery: battery?.percent ?? null,
      sent_at: new Date().toISOString(),
      list_at: list ? new Date(list.refreshedAt).toISOString() : null,
    },
  })
}

/** Reports to the managers' list of devices while a page of the gate is open. */
export const useGateContact = (event: string): void => {
  useEffect(() => {
    const send = () => {
      if (event !== '' && !offline.read()) void report(event).catch(() => undefined)
    }
    send()
    const timer = setInterval(send, EVERY_MS)
    const stop = offline.subscribe(send)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [event])
}
