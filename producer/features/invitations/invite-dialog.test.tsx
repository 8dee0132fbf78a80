import type { Event } from '@kartis/contract/events.ts'
import { listInvitations, sendInvitation } from '@kartis/contract/invitations.ts'
import text from '@kartis/i18n/messages/he/invitations.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { InviteDialog } from './invite-dialog.tsx'
import type { InviteLine } from './invite-line.ts'

const RECIPIENT = { name: 'דנה כהן', phone: '050-123-4567' }
const listed = (data: readonly object[]) => () =>
  json({ data, meta: { current_page: 1, per_page: 20, total: data.length, last_page: 1 } })

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(sendInvitation, () => json({ data: { uuid: 'i1', recipient: RECIPIENT } }, 201))
})

const invite = async () => {
  await renderApp(
    <InviteDialog
      event={{ uuid: 'e1', name: 'ערב' } as Event}
      lines={[{ type: { uuid: 't1', name: 'רגיל' }, quantity: 1 } as InviteLine]}
      picks={{}}
      onLost={() => undefined}
      open
      onClose={() => undefined}
      onAnother={() => undefined}
    />,
    { messages: ['invitations'] },
  )
  await userEvent.type(screen.getByLabelText(text.form.name), RECIPIENT.name)
  await userEvent.type(screen.getByLabelText(text.form.number), '0501234567')
  await userEvent.click(screen.getByRole('button', { name: text.form.send }))
}

describe('an invitation', () => {
  it('asks before a number that was invited gets more tickets, and names whose it is', async () => {
    server.on(listInvitations, listed([{ recipient: RECIPIENT, tickets_count: 2 }]))
    await invite()
    expect(await screen.findByText(text.again.title)).toBeDefined()
    expect(screen.getByText(/דנה כהן.*: 2\./u)).toBeDefined()
    expect(server.sentTo(sendInvitation)).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: text.again.action }))
    await waitFor(() => expect(server.sentTo(sendInvitation)).toHaveLength(1))
  })

  it('is sent at once to a number that was not invited', async () => {
    server.on(listInvitations, listed([]))
    await invite()
    await waitFor(() => expect(server.sentTo(sendInvitation)).toHaveLength(1))
    expect(
      new URL(server.sentTo(listInvitations)[0]?.path ?? '', 'http://x').searchParams.get('filter[or][phone]'),
    ).toBe('+972501234567')
  })
})
