import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { isAdmitted } from '@kartis/domain/admission.ts'
import { shortTicketType } from '@kartis/domain/ticket-code.ts'
import { describe, expect, it, vi } from 'vitest'
import {
  admissionListOf,
  EVENT,
  FOREIGN_KEYS,
  oldTicketCode,
  OTHER_EVENT,
  PUBLIC_KEY,
  scanUuid,
  ticketCode,
  ticketUuid,
  TYPE,
} from '../../testing/admission.ts'
import type { StoredAdmissionList } from '../offline/database.ts'
import { decide, type AdmissionList } from './decide.ts'
import { createVerifier } from './verifier.ts'

const AT = new Date('2026-12-03T18:30:00Z')
const SCAN = scanUuid(3)

const listOf = async (
  tickets: readonly Partial<ListedTicket>[] = [{}],
  more: Partial<StoredAdmissionList> = {},
): Promise<AdmissionList> => {
  const listed = tickets.map((ticket, index) => ({
    uuid: ticketUuid(index),
    type: shortTicketType(TYPE),
    number: `101081-${index + 1}`,
    ...ticket,
  }))
  return { ...admissionListOf(listed, more), verify: await createVerifier(PUBLIC_KEY) }
}

const outcome = async (list: AdmissionList, text: string): Promise<string> => {
  const { verdict } = await decide(list, { text, scanUuid: SCAN, at: AT })
  return isAdmitted(verdict) ? 'in' : verdict.refusal
}

describe('offline admission', () => {
  it('admits a listed ticket by the number that is printed on it, with or without the hyphen', async () => {
    const list = await listOf([{}, {}])
    expect(await outcome(list, '101081-2')).toBe('in')
    expect(await outcome(list, '1010811')).toBe('in')
    expect((await decide(list, { text: '101081-2', scanUuid: SCAN, at: AT })).ticket?.uuid).toBe(ticketUuid(1))
    expect(await outcome(list, '101081-3')).toBe('S1')
    for (const text of ['000000-0', '999999-0']) expect(await outcome(list, text), text).toBe('S1')
    expect(await outcome(list, '101081')).toBe('S6')
  })

  it('of a number without its hyphen that fits two tickets names neither', async () => {
    const list = await listOf([{ number: '101081-12' }, { number: '1010811-2' }])
    expect(await outcome(list, '10108112')).toBe('S1')
    expect(await outcome(list, '101081-12')).toBe('in')
  })

  it('refuses a type at a gate that does not admit it, and names the gates that do', async () => {
    const gates = [
      { name: 'VIP', ticket_types: [OTHER_EVENT] },
      { name: 'צפון', ticket_types: [TYPE] },
    ]
    const list = await listOf([{}], { gates })
    const { verdict } = await decide(list, { text: ticketCode(0), scanUuid: SCAN, at: AT, gate: 'VIP' })
    expect(verdict).toEqual({ refusal: 'S7', detail: { gates: ['צפון'] } })
    expect(
      isAdmitted((await decide(list, { text: ticketCode(0), scanUuid: SCAN, at: AT, gate: 'צפון' })).verdict),
    ).toBe(true)
  })

  it('admits a listed ticket, by the signed code and by the bare uuid', async () => {
    const list = await listOf([{}], { withUuids: true })
    expect(await outcome(list, ticketCode(0))).toBe('in')
    expect(await outcome(list, ` ${ticketUuid(0).toUpperCase()}`)).toBe('in')
    expect((await decide(list, { text: ticketCode(0), scanUuid: SCAN, at: AT })).name).toBe('כניסה רגילה')
  })

  it('admits by a code of before (K1), on the list or sold after it', async () => {
    const list = await listOf()
    expect(await outcome(list, oldTicketCode(0))).toBe('in')
    expect(await outcome(list, oldTicketCode(5))).toBe('in')
  })

  it('refuses codes from before a ticket was issued anew, and admits the new one also when the list is older', async () => {
    const list = await listOf([{ revision: 1 }])
    for (const old of [ticketCode(0), oldTicketCode(0)])
      expect((await decide(list, { text: old, scanUuid: SCAN, at: AT })).verdict).toEqual({
        refusal: 'S3',
        detail: { reissued: true },
      })
    expect(await outcome(list, ticketCode(0, EVENT, undefined, 1))).toBe('in')
    expect(await outcome(list, ticketCode(0, EVENT, undefined, 2))).toBe('in')
  })

  it('reads bare uuids from managers only, and never of somebody whom it cannot check', async () => {
    for (const facts of [{ withUuids: false }, { withUuids: undefined }])
      expect(await outcome(await listOf([{}], facts as never), ticketUuid(0))).toBe('S6')
    const list = await listOf([{}], { withUuids: true })
    expect(await outcome(list, ticketUuid(0))).toBe('in')
    const claimed = await decide(list, { text: ticketUuid(0), scanUuid: SCAN, at: AT, withUuids: false })
    expect(claimed.verdict).toEqual({ refusal: 'S6' })
  })

  it('admits an unlisted ticket if its signature is valid for the event', async () => {
    const list = await listOf([{}], { withUuids: true })
    expect(await outcome(list, ticketCode(5))).toBe('in')
    expect(await outcome(list, ticketUuid(5))).toBe('S1')
    expect(await outcome(list, ticketCode(5, EVENT, FOREIGN_KEYS))).toBe('S6')
  })

  it('refuses a forged code even for a listed ticket', async () => {
    expect(await outcome(await listOf(), ticketCode(0, EVENT, FOREIGN_KEYS))).toBe('S6')
  })

  it('refuses a redeemed ticket with time and gate, a cancelled one, one of another event and a text that is no code', async () => {
    const list = await listOf([
      { redeemed_at: '2026-12-03T18:05:00.000Z', gate: 'מזרח', device_id: 'phone 7' },
      { cancelled_at: '2026-12-01T10:00:00.000Z' },
    ])
    expect((await decide(list, { text: ticketCode(0), scanUuid: SCAN, at: AT })).verdict).toEqual({
      refusal: 'S2',
      detail: { redeemed_at: '2026-12-03T18:05:00.000Z', gate: 'מזרח', device_id: 'phone 7' },
    })
    expect(await outcome(list, ticketCode(1))).toBe('S3')
    expect(await outcome(list, ticketCode(0, OTHER_EVENT, FOREIGN_KEYS))).toBe('S4')
    expect(await outcome(list, 'https://example.com/menu')).toBe('S6')
  })

  it('refuses tickets outside the entry window', async () => {
    expect(await outcome(await listOf([{}], { opensAt: '2026-12-03T19:00:00.000Z' }), ticketCode(0))).toBe('S5')
    expect(await outcome(await listOf([{}], { closesAt: '2026-12-03T18:00:00.000Z' }), ticketCode(0))).toBe('S5')
  })

  it('admits a repeat of the same scan', async () => {
    const list = await listOf([{ redeemed_at: AT.toISOString(), scan_uuid: SCAN }])
    expect((await decide(list, { text: ticketCode(0), scanUuid: SCAN, at: AT })).verdict).toEqual({
      admit: true,
      repeat: true,
      again: false,
    })
  })

  it('refuses every signed code where the key of the event is none', async () => {
    for (const key of ['', 'AAAA', PUBLIC_KEY.slice(1)]) {
      const list: AdmissionList = { ...(await listOf()), verify: await createVerifier(key) }
      expect(await outcome(list, ticketCode(0))).toBe('S6')
      expect(await outcome(list, '101081-1')).toBe('in')
    }
  })

  it('checks a signed code as well in a browser without Ed25519', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError'))
    const list: AdmissionList = { ...(await listOf()), verify: await createVerifier(PUBLIC_KEY) }
    vi.restoreAllMocks()
    expect(await outcome(list, ticketCode(0))).toBe('in')
    // Sold after the list was loaded
    expect(await outcome(list, ticketCode(5))).toBe('in')
    expect(await outcome(list, ticketCode(0, EVENT, FOREIGN_KEYS))).toBe('S6')
  })
})
