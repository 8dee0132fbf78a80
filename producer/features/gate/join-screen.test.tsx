import { joinGate, showGateLink } from '@kartis/contract/gate-devices.ts'
import text from '@kartis/i18n/messages/he/gate-devices.json'
import components from '@kartis/i18n/messages/he/components.json'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gateName } from '../../shared/check-in/device.ts'
import { ACCOUNT, EVENT } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, networkError, refusal, stubServer } from '../../testing/server.ts'
import { GateJoinScreen } from './join-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/gate/join#the-link-of-this-phone')
})
afterEach(() => history.replaceState(null, '', '/'))

it('a phone that has not joined reads that joining needs a network, and tries again', async () => {
  const server = stubServer()
  server.on(showGateLink, networkError)
  await renderApp(<GateJoinScreen />, { messages: ['gate-devices'] })
  expect(await screen.findByRole('heading', { name: text.join.offline }, { timeout: 5000 })).toBeTruthy()
  server.on(showGateLink, () => refusal('gate_device_ended', 410))
  fireEvent.click(screen.getByRole('button', { name: components.error.retry }))
  await waitFor(() => expect(screen.getByRole('heading', { name: text.join.ended })).toBeTruthy())
})

const seen = {
  event: { uuid: EVENT, name: 'לילה בנמל', starts_at: '2026-12-03T18:00:00Z', timezone: 'Asia/Jerusalem' },
  label: 'טלפון 1',
  role: 'scan',
  gate: null,
  gates: ['שער צפון', 'שער דרום'],
  expires_at: '2026-12-04T01:00:00Z',
}

it('at an event of several gates the helper says once at which one the phone stands, where the link does not', async () => {
  vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  const server = stubServer()
  server.on(showGateLink, () => json({ data: seen }))
  server.on(joinGate, () => json({ data: { ...seen, uuid: EVENT, account_uuid: ACCOUNT } }))
  await renderApp(<GateJoinScreen />, { messages: ['gate-devices'] })
  fireEvent.change(await screen.findByLabelText(text.join.name), { target: { value: 'נועה' } })
  const action = screen.getByRole('button', { name: text.join.action })
  fireEvent.click(action)
  expect(screen.getByText(text.join.gate_missing)).toBeTruthy()
  fireEvent.change(screen.getByLabelText(text.join.gate), { target: { value: 'שער דרום' } })
  fireEvent.click(action)
  await waitFor(() => expect(server.sentTo(joinGate)).toHaveLength(1))
  expect(server.sentTo(joinGate)[0]?.body).toMatchObject({ gate: 'שער דרום' })
  await waitFor(() => expect(gateName()).toBe('שער דרום'))
})

it('a link that names its gate asks for none', async () => {
  const server = stubServer()
  server.on(showGateLink, () => json({ data: { ...seen, gate: 'שער צפון', gates: [] } }))
  await renderApp(<GateJoinScreen />, { messages: ['gate-devices'] })
  expect(await screen.findByLabelText(text.join.name)).toBeTruthy()
  expect(screen.queryByLabelText(text.join.gate)).toBeNull()
})
