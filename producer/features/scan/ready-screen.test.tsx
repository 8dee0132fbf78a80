import 'fake-indexeddb/auto'
import { admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { lanes } from '@kartis/i18n/messages/he/gate.json'
import text from '@kartis/i18n/messages/he/gate-devices.json'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refreshAdmissionList } from '../../shared/check-in/admission-list.ts'
import { laneNumber } from '../../shared/check-in/device.ts'
import { offline } from '../../shared/connection.ts'
import { writeStored } from '../../shared/storage.ts'
import { database } from '../../shared/offline/database.ts'
import { becomeGateDevice } from '../../shared/gate-device.ts'
import { ACCOUNT, admissionPage, EVENT, snapshotFile, ticketUuid, USER } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, networkError, type StubServer, stubServer } from '../../testing/server.ts'
import { GateReadyScreen } from './ready-screen.tsx'

const event = {
  uuid: EVENT,
  name: 'לילה לבן',
  timezone: 'Asia/Jerusalem',
  ends_at: new Date(Date.now() + 5 * 3_600_000).toISOString(),
}
const never = () => new Promise<Response>(() => undefined)

let server: StubServer
/** The phone of a helper, which has joined the gate. */
const join = (): void => {
  localStorage.clear()
  history.replaceState(null, '', '/gate/ready')
  const identity = {
    uuid: USER,
    account_uuid: ACCOUNT,
    event: { uuid: EVENT, name: event.name, starts_at: event.ends_at, timezone: event.timezone },
    label: 'צפון',
    role: 'scan' as const,
    gate: null,
    gates: [],
    expires_at: event.ends_at,
    name: 'אביב',
  }
  becomeGateDevice(identity, 'gate_token')
  writeStored('device:gate_event', JSON.stringify(event))
}

/** Nothing answers, as after a reload in a basement. */
const cutNetwork = (): void => {
  vi.stubGlobal('fetch', async () => networkError())
  offline.write(true) // the poll of the test before is still under way
}

afterEach(() => history.replaceState(null, '', '/'))
beforeEach(async () => {
  join()
  server = stubServer()
  server.on(showEvent, () => json({ data: event }))
  offline.write(false)
  await Promise.all([
    database.scans.clear(),
    database.lists.clear(),
    database.tickets.clear(),
    database.snapshots.clear(),
  ])
})

const open = () => renderApp(<GateReadyScreen />, { messages: ['gate-devices'] })
const loadButton = () => screen.queryByRole('button', { name: text.ready.do.list })

/** A list that was loaded hours ago is stored on the phone. */
const storeOldList = async () => {
  server.on(admissionList, () => json({ data: admissionPage(3) }))
  const { list } = await refreshAdmissionList(EVENT, undefined)
  await database.lists.update(EVENT, { refreshedAt: list.facts.refreshedAt - 3 * 3_600_000 })
}

describe('the check before entry opens', () => {
  it('says that the list is loading, and asks nobody to load it meanwhile', async () => {
    server.on(admissionList, never)
    await open()
    expect(await screen.findByText(text.ready.fact.list_loading)).toBeTruthy()
    expect(loadButton()).toBeNull()
    expect(screen.queryByText(text.ready.todo.list)).toBeNull()
  })

  it('says that codes are checked already while numbers and seats have not arrived', async () => {
    server.on(gateSnapshot, () => new Response(snapshotFile(3)))
    const first = admissionPage(1, { next: ticketUuid(0) })
    server.on(admissionList, ({ path }) => (path.includes('after=') ? never() : json({ data: first })))
    await open()
    expect(await screen.findByText(text.ready.fact.list_codes)).toBeTruthy()
    expect(loadButton()).toBeNull()
  })

  it('asks to load the list once loading it has failed', async () => {
    await open()
    expect(await screen.findByRole('button', { name: text.ready.do.list })).toBeTruthy()
    expect(screen.queryByText(text.ready.offline)).toBeNull()
  })

  it('says after a reload without a network that there is none, and that the stored list is used', async () => {
    await storeOldList()
    cutNetwork()
    await open()
    expect(await screen.findByText(text.ready.offline)).toBeTruthy()
    expect(await screen.findByText(text.ready.todo.list_offline)).toBeTruthy()
    expect(loadButton()).toBeNull()
  })

  it('offers the lanes of the event where the phone has none, and takes the one that is chosen there', async () => {
    const settings = { check_in: { offline: 'lanes', lanes: 3 } }
    server.on(showEvent, () => json({ data: { ...event, settings } }))
    writeStored('device:gate_event', JSON.stringify({ ...event, settings }))
    await renderApp(<GateReadyScreen />, { messages: ['gate-devices', 'gate'] })
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: lanes.choose })
    fireEvent.change(select, { target: { value: '3' } })
    expect(laneNumber()).toBe(3)
    await waitFor(() => expect(screen.queryByText(text.ready.todo.lane)).toBeNull())
  })

  it('loads the event again when its list has another number of lanes', async () => {
    const of = (lanes: number) => ({ ...event, settings: { check_in: { offline: 'lanes', lanes } } })
    writeStored('device:gate_event', JSON.stringify(of(3)))
    let count = 0
    server.on(showEvent, () => json({ data: of(count++ === 0 ? 3 : 4) }))
    const page = admissionPage(3)
    server.on(admissionList, () => json({ data: { ...page, event: { ...page.event, lanes: 4 } } }))
    await renderApp(<GateReadyScreen />, { messages: ['gate-devices', 'gate'] })
    expect(await screen.findByRole('option', { name: 'תור 4' })).toBeTruthy()
    expect(count).toBe(2)
  })

  it('sends a phone without any list to where there is a network', async () => {
    cutNetwork()
    await open()
    expect(await screen.findByText(text.ready.todo.list_missing_offline)).toBeTruthy()
  })
})
