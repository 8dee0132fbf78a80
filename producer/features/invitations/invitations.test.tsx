import { type Invitation, listInvitations, resendInvitation } from '@kartis/contract/invitations.ts'
import { updateOrder } from '@kartis/contract/orders.ts'
import text from '@kartis/i18n/messages/he/invitations.json'
import { toasts } from '@kartis/ui/components/toast.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { GuestForm } from './guest-form.tsx'
import { InvitationRow } from './invitation-row.tsx'

const INVITATION = {
  uuid: 'i1',
  order_uuid: 'o1',
  order_number: '101',
  recipient: { name: 'דנה כהן', phone: '050-052-7654' },
  tickets_count: 2,
  redeemed_count: 0,
  items: [],
  status: 'sent',
  redemption: 'pending',
  created_at: '2026-01-01T10:00:00Z',
} as unknown as Invitation

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(updateOrder, () => json({ data: {} }))
  server.on(resendInvitation, () => json({ data: INVITATION }))
  server.on(listInvitations, () => json({ data: [], meta: { current_page: 1, per_page: 20, total: 0, last_page: 1 } }))
})

const row = () =>
  renderApp(<InvitationRow eventUuid="e1" invitation={INVITATION} />, { messages: ['invitations', 'orders'] })
const verb = (name: string) => screen.getByRole('button', { name: `${name}: דנה כהן` })

describe('the guest list', () => {
  it('corrects a wrong number in any spelling, and the tickets go to the new one', async () => {
    await row()
    await userEvent.click(verb(text.list.edit))
    const dialog = within(await screen.findByRole('dialog'))
    const number = dialog.getByLabelText(text.form.number)
    expect(number).toHaveProperty('value', '050-052-7654')
    expect(dialog.getByRole('button', { name: text.edit.save })).toHaveProperty('disabled', true)
    await userEvent.clear(number)
    await userEvent.type(number, '+972 52 765 4321')
    expect(dialog.getByText(text.edit.link_ends)).toBeTruthy()
    await userEvent.dblClick(dialog.getByRole('button', { name: text.edit.send }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.sentTo(updateOrder)).toHaveLength(1)
    expect(server.sentTo(updateOrder)[0]).toMatchObject({
      path: '/api/v1/producer/orders/o1',
      body: { name: 'דנה כהן', phone: '+972527654321', resend: true },
    })
    expect(toasts.read()[0]?.text).toContain('052-765-4321')
  })

  it('shows what is wrong with a correction, and keeps what was typed', async () => {
    server.on(updateOrder, () => refusal('validation', 422, { phone: ['phone_not_allowed'] }))
    await row()
    await userEvent.click(verb(text.list.edit))
    const dialog = within(await screen.findByRole('dialog'))
    const number = dialog.getByLabelText(text.form.number)
    await userEvent.type(number, '9')
    await userEvent.clear(number)
    await userEvent.type(number, '052765')
    await userEvent.clear(dialog.getByLabelText(text.form.name))
    await userEvent.type(dialog.getByLabelText(text.form.name), 'ד')
    await userEvent.click(dialog.getByRole('button', { name: text.edit.save }))
    expect(server.sentTo(updateOrder)).toHaveLength(0)
    expect(dialog.getAllByRole('alert')).toHaveLength(2)
    await userEvent.type(dialog.getByLabelText(text.form.name), ' כהן')
    await userEvent.type(number, '4321')
    await userEvent.click(dialog.getByRole('button', { name: text.edit.send }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(number).toHaveProperty('value', '0527654321')
  })

  it('sends a link once for a double click, and names the number', async () => {
    await row()
    const button = verb(text.list.resend)
    await act(async () => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(toasts.read()).toHaveLength(1))
    expect(server.sentTo(resendInvitation)).toHaveLength(1)
    expect(toasts.read()[0]?.text).toContain('050-052-7654')
  })
})

describe('the form of an invitation', () => {
  const open = async () => {
    const onSend = vi.fn()
    const type = { uuid: 't1', name: 'אולם' }
    await renderApp(
      <GuestForm
        lines={[{ type, quantity: 1 } as never]}
        total={1}
        busy={false}
        error={undefined}
        onSend={onSend}
        onBack={() => undefined}
      />,
      { messages: ['invitations'] },
    )
    await userEvent.type(screen.getByLabelText(text.form.name), 'דנה כהן')
    return { onSend, number: screen.getByLabelText(text.form.number), send: screen.getByText(text.form.send) }
  }

  it('splits a whole number, and cannot be sent before it is complete', async () => {
    const { onSend, number, send } = await open()
    await userEvent.type(number, '0527654')
    expect(send.closest('button')).toHaveProperty('disabled', true)
    await userEvent.tab()
    expect(screen.getByRole('alert').textContent).toContain(text.form.number_unfinished)
    await userEvent.type(number, '321')
    expect(number).toHaveProperty('value', '7654321')
    await userEvent.click(send)
    expect(onSend.mock.calls[0]?.[0]).toMatchObject({ phone: { prefix: '052', number: '7654321' } })
  })

  it('keeps digits that are too many, and says so', async () => {
    const { number, send } = await open()
    await userEvent.type(number, '76543219')
    expect(number).toHaveProperty('value', '76543219')
    expect(screen.getByRole('alert').textContent).toContain(text.form.number_long)
    expect(send.closest('button')).toHaveProperty('disabled', true)
  })
})
