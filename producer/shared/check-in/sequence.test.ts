import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCOUNT, EVENT, scanUuid, signIn, ticketUuid, USER } from '../../testing/admission.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { forgetScan, saveScan } from './scan-queue.ts'
import { forgetUnused, reportSequence } from './sequence.ts'

const scan = (index: number, more: Partial<StoredScan> = {}): StoredScan => ({
  scan_uuid: scanUuid(index),
  event: EVENT,
  owner: USER,
  account: ACCOUNT,
  text: `code ${index}`,
  ticket_uuid: ticketUuid(index),
  name: '',
  device_id: 'phone 1',
  gate: null,
  scanned_at: `2026-12-03T18:0${index}:00.000Z`,
  state: 'waiting',
  ...more,
})
const reported = () => reportSequence(EVENT, 'phone 1')

beforeEach(async () => {
  localStorage.clear()
  signIn()
  await database.scans.clear()
})

describe('the sequence of a device', () => {
  it('is of one event, and is reported as far as nothing waits on the device', async () => {
    expect(await reported()).toBeUndefined()
    await saveScan(scan(1))
    await saveScan(scan(2, { event: 'another' }))
    await saveScan(scan(3))
    expect(await reported()).toEqual({ first: 1, through: 0, unused: [] })
    await database.scans.delete(scanUuid(1)) // sent
    expect(await reported()).toEqual({ first: 1, through: 1, unused: [] })
    await database.scans.delete(scanUuid(3))
    expect(await reported()).toEqual({ first: 1, through: 2, unused: [] })
  })

  it('has what an open page still holds, also where the browser has thrown it away', async () => {
    await saveScan(scan(1))
    const [held] = await database.scans.toArray()
    await database.scans.clear()
    expect(await reportSequence(EVENT, 'phone 1', held ? [held] : [])).toMatchObject({ through: 0 })
    expect(await reported()).toMatchObject({ through: 1 })
  })

  it('goes on from the number that versions of before had reached', async () => {
    localStorage.setItem('device:seq', btoa('57'))
    await saveScan(scan(1))
    expect((await database.scans.get(scanUuid(1)))?.device_seq).toBe(58)
    expect(await reported()).toMatchObject({ first: 58, through: 57 })
  })

  it('says which numbers no scan has, until the server has heard it', async () => {
    await saveScan(scan(1))
    await forgetScan(scanUuid(1)) // nobody entered with it
    vi.spyOn(database.scans, 'put').mockRejectedValueOnce(new Error('QuotaExceededError'))
    await expect(saveScan(scan(2))).rejects.toThrow()
    expect(await reported()).toEqual({ first: 1, through: 2, unused: [1, 2] })
    forgetUnused(EVENT, 'phone 1', [1, 2])
    expect(await reported()).toEqual({ first: 1, through: 2, unused: [] })
  })

  it('has a number for a refusal that could not be stored, which never arrives', async () => {
    vi.spyOn(database.scans, 'put').mockRejectedValueOnce(new Error('QuotaExceededError'))
    await expect(saveScan(scan(1, { state: 'turned_away' }))).rejects.toThrow()
    expect(await reported()).toEqual({ first: 1, through: 1, unused: [] })
  })

  it('is not reported beyond a scan that is being stored', async () => {
    let store: (() => void) | undefined
    const put = database.scans.put.bind(database.scans)
    const later = new Promise<void>((resolve) => {
      store = resolve
    })
    vi.spyOn(database.scans, 'put').mockImplementationOnce(
      (stored) => later.then(() => put(stored)) as unknown as ReturnType<typeof put>,
    )
    const saving = saveScan(scan(1))
    expect(await reported()).toMatchObject({ through: 0 })
    store?.()
    await saving
  })
})
