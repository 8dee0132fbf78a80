import 'fake-indexeddb/auto'
import { uploadScans } from '@kartis/contract/admission.ts'
import { admissionChanges, admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refreshAdmissionList } from '../../shared/check-in/admission-list.ts'
import { saveScan } from '../../shared/check-in/scan-queue.ts'
import { offline } from '../../shared/connection.ts'
import { database } from '../../shared/offline/database.ts'
import {
  ACCOUNT,
  admissionChangesOf,
  admissionPage,
  EVENT,
  scanUuid,
  signIn,
  snapshotFile,
  ticketUuid,
  USER,
} from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { useAdmissionList } from './use-admission-list.ts'

let server: StubServer
beforeEach(async () => {
  signIn()
  server = stubServer()
  offline.write(false)
  await Promise.all([
    database.scans.clear(),
    database.lists.clear(),
    database.tickets.clear(),
    database.snapshots.clear(),
  ])
})

const open = async () => {
  const onCounters = vi.fn()
  const view = await renderAppHook(() => useAdmissionList(EVENT, onCounters))
  return { ...view, onCounters }
}

describe('useAdmissionList', () => {
  it('loads the list and its counters when the scan page opens', async () => {
    server.on(admissionList, () => json({ data: admissionPage(2) }))
    const { result, onCounters } = await open()
    await waitFor(() => expect(result.current.list()?.tickets.size).toBe(2))
    // The list is shown before its counters are.
    await waitFor(() =>
      expect(onCounters).toHaveBeenLastCalledWith(admissionPage(2).scan_statistics, expect.any(Number)),
    )
    await waitFor(() => expect(result.current.isRefreshing).toBe(false))
    expect(result.current.refreshedAt).toBeGreaterThan(0)
  })

  it('says that codes are there before the list, and when all of it is stored, also after a gap', async () => {
    server.on(gateSnapshot, (_request, nth) => new Response(snapshotFile(2, { seq: nth * 20 })))
    let answer: (reply: Response) => void = () => undefined
    server.on(admissionList, (_request, nth) =>
      nth % 2 === 1
        ? json({ data: admissionPage(1, { next: ticketUuid(0), seq: nth * 20 }) })
        : new Promise((resolve) => (answer = resolve)),
    )
    server.on(admissionChanges, () => json({ data: admissionChangesOf([], { gap: true }) }))
    const { result } = await open()
    for (const turn of [1, 2]) {
      await waitFor(() => expect(result.current.stage).toBe('codes'))
      expect(result.current.list()?.snapshot?.header.seq).toBe(turn * 20)
      act(() => answer(json({ data: { ...admissionPage(2), tickets: admissionPage(2).tickets.slice(1) } })))
      await waitFor(() => expect(result.current.stage).toBe('stored'))
      await waitFor(() => expect(result.current.isRefreshing).toBe(false))
      if (turn === 1) act(() => void result.current.refresh())
    }
    expect((await database.snapshots.toArray()).map(({ id }) => id)).toEqual([`${EVENT} current`, `${EVENT} previous`])
  })

  it('opens offline with the stored list and the counters computed from it', async () => {
    server.on(admissionList, () => json({ data: admissionPage(3) }))
    await refreshAdmissionList(EVENT, undefined)
    server.on(admissionList, () => new Promise<Response>(() => undefined))
    offline.write(true)
    const { result, onCounters } = await open()
    await waitFor(() => expect(result.current.list()?.tickets.size).toBe(3))
    expect(onCounters).toHaveBeenCalledWith(expect.objectContaining({ total_tickets: 3, total_scanned: 0 }), 0)
  })

  it('counts by its list where the server does not answer a page that was loaded again', async () => {
    server.on(admissionList, () => json({ data: admissionPage(3) }))
    await refreshAdmissionList(EVENT, undefined)
    server.on(admissionChanges, () => Promise.reject(new TypeError('no network')))
    const { result, onCounters } = await open()
    await waitFor(() => expect(result.current.isRefreshing).toBe(false))
    expect(onCounters).toHaveBeenLastCalledWith(
      expect.objectContaining({ total_tickets: 3, total_scanned: 0 }),
      expect.any(Number),
    )
  })

  it('asks at once what happened when the phone is taken out of a pocket', async () => {
    server.on(admissionList, () => json({ data: admissionPage(1) }))
    const { result } = await open()
    await waitFor(() => expect(result.current.isRefreshing).toBe(false))
    const before = server.sentTo(admissionChanges).length
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(server.sentTo(admissionChanges).length).toBeGreaterThan(before))
  })

  it('sends queued scans before it loads the list', async () => {
    const order: string[] = []
    server.on(uploadScans, () => {
      order.push('scan')
      const result = { device_seq: 1, scan_uuid: scanUuid(1), state: 'accepted', conflict: null }
      return json({ data: { results: [result], scan_statistics: admissionPage(1).scan_statistics, as_of: '' } })
    })
    server.on(admissionList, () => {
      order.push('list')
      return json({ data: admissionPage(1) })
    })
    await saveScan({
      scan_uuid: scanUuid(1),
      event: EVENT,
      owner: USER,
      account: ACCOUNT,
      text: 'code',
      ticket_uuid: ticketUuid(0),
      name: '',
      device_id: 'phone 1',
      gate: null,
      scanned_at: new Date().toISOString(),
      state: 'waiting',
    })
    await open()
    await waitFor(() => expect(order).toEqual(['scan', 'list']))
  })

  it('refreshes at once when the connection returns', async () => {
    server.on(admissionList, () => json({ data: admissionPage(1) }))
    const { result } = await open()
    await waitFor(() => expect(result.current.refreshedAt).toBeGreaterThan(0))
    await waitFor(() => expect(result.current.isRefreshing).toBe(false))
    const before = server.sentTo(admissionChanges).length
    act(() => offline.write(true))
    act(() => offline.write(false))
    await waitFor(() => expect(server.sentTo(admissionChanges).length).toBeGreaterThan(before))
  })

  it('refreshes again when the connection returns while a refresh of before is still waiting', async () => {
    server.on(admissionList, () => json({ data: admissionPage(1) }))
    const { result } = await open()
    await waitFor(() => expect(result.current.isRefreshing).toBe(false))
    let answer: (reply: Response) => void = () => undefined
    server.on(admissionChanges, (_request, nth) =>
      nth === 1 ? new Promise((resolve) => (answer = resolve)) : json({ data: admissionChangesOf([]) }),
    )
    const before = server.sentTo(admissionChanges).length
    act(() => void result.current.refresh())
    await waitFor(() => expect(server.sentTo(admissionChanges)).toHaveLength(before + 1))
    act(() => offline.write(true))
    act(() => offline.write(false))
    act(() => answer(json({ data: admissionChangesOf([]) })))
    await waitFor(() => expect(server.sentTo(admissionChanges)).toHaveLength(before + 2))
    await waitFor(() => expect(result.current.isRefreshing).toBe(false))
  })
})
