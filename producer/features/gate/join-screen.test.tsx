import { showGateLink } from '@kartis/contract/gate-devices.ts'
import text from '@kartis/i18n/messages/he/gate-devices.json'
import components from '@kartis/i18n/messages/he/components.json'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { networkError, refusal, stubServer } from '../../testing/server.ts'
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
