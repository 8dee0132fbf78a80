import text from '@kartis/i18n/messages/he/gate-devices.json'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { StateChip } from './device-state.tsx'

/** At 20:50 of a device that reported at this time last, or has only joined then. */
const show = (at: string, isJoined = false, end?: { state: 'revoked'; lost: boolean }) => {
  const last = isJoined ? { contact_at: null, joined_at: at } : { contact_at: at, joined_at: '2026-12-03T17:00:00Z' }
  return renderApp(
    <StateChip device={{ state: 'active', lost: false, ...last, ...end }} asOf="2026-12-03T18:50:00Z" />,
    {
      messages: ['gate-devices'],
    },
  )
}

it('a phone that reports each half minute is connected', async () => {
  await show('2026-12-03T18:49:25Z')
  expect(screen.getByText(text.state.active)).toBeTruthy()
})

it('a phone that has missed a report is not called connected: it says since when it was not heard of', async () => {
  await show('2026-12-03T18:49:05Z')
  expect(screen.queryByText(text.state.active)).toBeNull()
  expect(screen.getByText('לא נשמע מאז 20:49')).toBeTruthy()
})

it('a phone that joined and has not reported since is not called connected either', async () => {
  await show('2026-12-03T18:49:05Z', true)
  expect(screen.getByText('לא נשמע מאז 20:49')).toBeTruthy()
})

it('a phone that is silent for longer has no contact', async () => {
  await show('2026-12-03T18:48:00Z')
  expect(screen.getByText(text.state.silent)).toBeTruthy()
})

it('a phone that was revoked as lost is told apart from one that was only revoked', async () => {
  const { unmount } = await show('2026-12-03T18:49:25Z', false, { state: 'revoked', lost: true })
  expect(screen.getByText(text.state.lost)).toBeTruthy()
  unmount()
  await show('2026-12-03T18:49:25Z', false, { state: 'revoked', lost: false })
  expect(screen.getByText(text.state.revoked)).toBeTruthy()
})
