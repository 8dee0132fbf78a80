import { admitTickets, scanTicket } from '@kartis/contract/admission.ts'
import { SCANNER } from '@kartis/domain/limits.ts'
import { pendingQuestion } from '@kartis/ui/components/confirm.ts'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENT, signIn, ticketCode, ticketUuid } from '../../testing/admission.ts'
import { ApiError } from '../../shared/api-error.ts'
import { offline } from '../../shared/connection.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, networkError, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { useDayQuestion } from './early.ts'
import { useScan } from './use-scan.ts'

const counters = { total_scanned: 1, total_unscanned: 0, total_tickets: 1 }
const admitted = (holder: string | null = 'נועה ברקן') =>
  json({
    data: {
      ticket: { uuid: ticketUuid(0), name: 'כניסה', seat: null, holder, order_number: '1' },
      scan_statistics: counters,
    },
  })

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  signIn()
  server = stubServer()
})
afterEach(() => {
  vi.useRealTimers()
  offline.write(false)
})

const wait = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const scanner = async () => {
  const onCounters = vi.fn()
  const noList = () => undefined
  const { result } = await renderAppHook(() => useScan(EVENT, noList, onCounters))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  return { scanned: result, onCounters }
}

describe('useScan', () => {
  it('shows an admitted ticket, updates the counters and closes by itself', async () => {
    server.on(scanTicket, () => admitted())
    const { scanned, onCounters } = await scanner()
    act(() => scanned.current.scan(ticketCode(0)))
    expect(scanned.current.overlay.read()).toEqual({ state: 'check' })
    await wait()
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'success', ticket: { holder: 'נועה ברקן' } })
    await wait(50)
    expect(onCounters).toHaveBeenCalledWith(counters)
    await wait(SCANNER.resetMs)
    expect(scanned.current.overlay.read()).toBeUndefined()
  })

  it('says that it is checking without a network only where the decision takes long', async () => {
    const { scanned } = await scanner()
    offline.write(true)
    server.on(scanTicket, () => new Promise((resolve) => setTimeout(() => resolve(admitted()), 400)))
    act(() => scanned.current.scan(ticketCode(0)))
    expect(scanned.current.overlay.read()).toBeUndefined()
    await wait(100)
    expect(scanned.current.overlay.read()).toBeUndefined()
    await wait(100)
    expect(scanned.current.overlay.read()).toEqual({ state: 'check' })
    await wait(300)
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'success' })

    act(() => scanned.current.close())
    server.on(scanTicket, () => admitted())
    act(() => scanned.current.scan(ticketCode(1)))
    await wait(1000)
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'success' })
  })

  it('asks before the first entry at an event of another day, and nobody enters before the answer', async () => {
    server.on(scanTicket, () => admitted())
    localStorage.removeItem('device:other_day')
    const event = {
      uuid: EVENT,
      name: 'גאלה',
      starts_at: '2030-01-01T18:00:00Z',
      ends_at: '2030-01-01T22:00:00Z',
      timezone: 'Asia/Jerusalem',
      settings: {},
    }
    const noList = () => undefined
    const { result } = await renderAppHook(() => useScan(EVENT, noList, vi.fn(), 'entry', useDayQuestion(event)), {
      messages: ['gate'],
    })
    const answer = async (way: 'stay' | 'action') => {
      act(() => result.current.scan(ticketCode(0)))
      expect(pendingQuestion.read()?.title).toContain('גאלה')
      expect(pendingQuestion.read()?.text).toContain('2030')
      await act(async () => pendingQuestion.read()?.answer(way))
    }
    await answer('stay')
    expect(result.current.overlay.read()).toBeUndefined()
    expect(server.sentTo(scanTicket)).toHaveLength(0)
    await answer('action')
    await vi.waitFor(() => expect(result.current.overlay.read()).toMatchObject({ state: 'success' }))
    act(() => result.current.close())
    await act(async () => result.current.scan(ticketCode(1)))
    expect(pendingQuestion.read()).toBeUndefined()
    await vi.waitFor(() => expect(server.sentTo(scanTicket)).toHaveLength(2))
  })

  it('keeps a refused ticket on the screen until it is closed', async () => {
    server.on(scanTicket, () => refusal('S3', 409))
    const { scanned } = await scanner()
    act(() => scanned.current.scan(ticketCode(0)))
    await wait()
    await wait(60_000)
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'fail', error: { code: 'S3' } })
    act(() => scanned.current.close())
    expect(scanned.current.overlay.read()).toBeUndefined()
  })

  it('ignores codes while a result is shown', async () => {
    server.on(scanTicket, () => refusal('S3', 409))
    const { scanned } = await scanner()
    act(() => scanned.current.see('first'))
    await wait()
    act(() => scanned.current.see('second'))
    await wait()
    expect(server.sentTo(scanTicket)).toHaveLength(1)
  })

  it('refuses a number that a camera or a scanner read, which can be guessed, and checks one that was typed', async () => {
    server.on(scanTicket, () => admitted())
    const { scanned } = await scanner()
    act(() => scanned.current.see('101081-2'))
    await wait()
    const error = expect.objectContaining({ code: 'S6', detail: { is_number: true } })
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'fail', error })
    expect(server.sentTo(scanTicket)).toEqual([])
    act(() => scanned.current.close())
    act(() => scanned.current.scan('101081-2'))
    await wait()
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'success' })
  })

  it('checks a code once while it stays in front of the camera', async () => {
    server.on(scanTicket, () => admitted())
    const { scanned } = await scanner()
    act(() => scanned.current.see('same'))
    await wait()
    act(() => scanned.current.close())
    await wait(500)
    act(() => scanned.current.see('same'))
    await wait()
    expect(server.sentTo(scanTicket)).toHaveLength(1)
    await wait(2000)
    act(() => scanned.current.see('same'))
    await wait()
    expect(server.sentTo(scanTicket)).toHaveLength(2)
  })

  it('retries an unchecked scan with the same scan uuid', async () => {
    server.on(scanTicket, (_request, nth) => (nth === 1 ? networkError() : admitted()))
    const { scanned } = await scanner()
    act(() => scanned.current.scan(ticketCode(0)))
    await wait(5000)
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'unchecked' })
    act(() => scanned.current.retry())
    await wait(SCANNER.resetMs - 1)
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'success' })
    const uuids = server.sentTo(scanTicket).map(({ body }) => (body as { scan_uuid: string }).scan_uuid)
    expect(new Set(uuids).size).toBe(1)
  })

  it('asks to scan again for a blank text without a request', async () => {
    const { scanned } = await scanner()
    act(() => scanned.current.scan('   '))
    expect(scanned.current.overlay.read()).toEqual({ state: 'again' })
    expect(server.requests).toHaveLength(0)
  })

  it('lists the last five admissions, the latest first', async () => {
    server.on(scanTicket, (_request, nth) => admitted(`אורח ${nth}`))
    const { scanned } = await scanner()
    for (let index = 0; index < 6; index += 1) {
      act(() => scanned.current.scan(`code ${index}`))
      await wait(50)
      act(() => scanned.current.close())
    }
    expect(scanned.current.admitted.map(({ holder }) => holder)).toEqual(
      [6, 5, 4, 3, 2].map((number) => `אורח ${number}`),
    )
  })
})

it('a result stays open while somebody is asked whether the entry is taken back, and scans nothing below', async () => {
  server.on(scanTicket, () => admitted())
  const { scanned } = await scanner()
  act(() => scanned.current.scan(ticketCode(0)))
  await wait()
  act(() => scanned.current.hold())
  await wait(SCANNER.resetMs * 2)
  act(() => scanned.current.scan(ticketCode(1)))
  expect(scanned.current.overlay.read()).toMatchObject({ state: 'success' })
  expect(server.sentTo(scanTicket)).toHaveLength(1)
  act(() => scanned.current.close())
  act(() => scanned.current.scan(ticketCode(1)))
  await wait()
  await wait(SCANNER.resetMs)
  expect(scanned.current.overlay.read()).toBeUndefined()
})

describe('a scanner that types', () => {
  it('replaces the result of the guest before, green or red, by that of the next', async () => {
    server.on(scanTicket, () => admitted())
    const { scanned, onCounters } = await scanner()
    act(() => scanned.current.type(ticketCode(0)))
    await wait(900)
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'success' })
    server.on(scanTicket, () => refusal('S3', 409))
    act(() => scanned.current.type(ticketCode(1)))
    await wait()
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'fail', error: { code: 'S3' } })
    server.on(scanTicket, () => admitted('דנה'))
    act(() => scanned.current.type(ticketCode(2)))
    await wait(50)
    expect(scanned.current.overlay.read()).toMatchObject({ state: 'success', ticket: { holder: 'דנה' } })
    expect(onCounters).toHaveBeenCalledTimes(2)
    // What is in front of a camera replaces nothing.
    act(() => scanned.current.see(ticketCode(3)))
    await wait()
    expect(scanned.current.overlay.read()).toMatchObject({ ticket: { holder: 'דנה' } })
  })

  it('a code that is typed while another is checked is checked after it, and an unreadable one says so', async () => {
    const answers = [admitted('נועה'), admitted('דנה')]
    server.on(scanTicket, () => new Promise((resolve) => setTimeout(() => resolve(answers.shift() ?? admitted()), 400)))
    const { scanned } = await scanner()
    act(() => scanned.current.type(ticketCode(0)))
    await wait(100)
    act(() => scanned.current.type(ticketCode(1)))
    await wait(400)
    expect(scanned.current.overlay.read()).toMatchObject({ ticket: { holder: 'נועה' } })
    await wait(900)
    expect(scanned.current.overlay.read()).toMatchObject({ ticket: { holder: 'דנה' } })
    act(() => scanned.current.type(''))
    expect(scanned.current.overlay.read()).toEqual({ state: 'again', isForeign: true })
  })
})

it('a ticket of another lane is let in by a lead with the reason that was chosen when it was refused by name', async () => {
  const { scanned } = await scanner()
  const refused = { code: 'S2', description: '', detail: {} }
  server.on(admitTickets, () =>
    json({
      data: { results: [{ ticket_uuid: '101081-2', ticket: null, refusal: refused }], scan_statistics: counters },
    }),
  )
  const manual = { reason: 'id_shown', note: 'מסך שבור' } as const
  const error = new ApiError({ code: 'S8', description: '', status: 409 })
  act(() => scanned.current.show({ state: 'fail', error, at: '', text: '101081-2', manual }))
  act(() => scanned.current.override())
  await wait()
  expect(server.sentTo(admitTickets)[0]?.body).toMatchObject({ tickets: [{ ticket_uuid: '101081-2' }], ...manual })
  expect(scanned.current.overlay.read()).toMatchObject({ state: 'fail', error: { code: 'S2' } })
})
