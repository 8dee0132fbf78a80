import type { Event } from '@kartis/contract/events.ts'
import { listInvitations, sendInvitation } from '@kartis/contract/invitations.ts'
import text from '@kartis/i18n/messages/he/invitations.json'
import validation from '@kartis/i18n/messages/he/validation.json'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { GuestListDialog } from './guest-list-dialog.tsx'

// The dialog reads nothing else of an event.
const event = {
  uuid: 'event-1',
  name: 'ערב שירה',
  events_tickets: [{ uuid: 'type-1', name: 'אורחים', left: 9 }],
} as unknown as Event

const invited = (phones: readonly string[]) =>
  json({
    data: phones.map((phone) => ({ recipient: { name: 'דנה כהן', phone } })),
    meta: { current_page: 1, per_page: 100, total: phones.length, last_page: 1 },
  })

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(sendInvitation, () => json({ data: {} }, 201))
  server.on(listInvitations, () => invited([]))
})

const open = async (list: string) => {
  await renderApp(<GuestListDialog event={event} open onClose={vi.fn()} />, { messages: ['invitations', 'validation'] })
  await userEvent.click(screen.getByLabelText(new RegExp(text.guests.text, 'u')))
  await userEvent.paste(list)
}
const upload = async (file: File) => {
  await renderApp(<GuestListDialog event={event} open onClose={vi.fn()} />, { messages: ['invitations', 'validation'] })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no file can be chosen')
  await userEvent.upload(input, file, { applyAccept: false })
}
const sent = () => server.sentTo(sendInvitation).map(({ body }) => body)

describe('inviting a pasted list', () => {
  it('says in the preview who was invited already, and sends to them all the same if that is meant', async () => {
    server.on(listInvitations, () => invited(['050-123-4567']))
    await open('דנה כהן 0501234567\nנועה בר 0527654321')
    expect(await screen.findAllByText(text.guests.was_invited)).toHaveLength(1)
    expect(screen.getAllByText(text.guests.ready)).toHaveLength(1)
    expect(screen.getByRole('button', { name: text.guests.send_two })).toHaveProperty('disabled', false)
  })

  it('sends the rows that were understood, and says what is wrong with the others', async () => {
    await open('שם\tטלפון\nדנה כהן\t501234567\nיוסי לוי\t12\nנועה בר\t0527654321')
    expect(screen.getByText(/שורה 3/u)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_two }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()).toMatchObject([
      {
        recipient: { name: 'דנה כהן', phone: '+972501234567' },
        items: [{ events_ticket_uuid: 'type-1', quantity: 1 }],
      },
      { recipient: { name: 'נועה בר', phone: '+972527654321' } },
    ])
    expect(await screen.findAllByText(text.guests.was_sent)).toHaveLength(2)
  })

  it('asks before numbers that were invited get more tickets, and sends to the others alone', async () => {
    server.on(listInvitations, () => invited(['050-123-4567']))
    await open('דנה כהן, 0501234567\nנועה בר, 0527654321')
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_two }))
    expect(await screen.findByText(text.guests.invited.title)).toBeDefined()
    expect(sent()).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: text.guests.invited.others }))
    await waitFor(() => expect(sent()).toMatchObject([{ recipient: { phone: '+972527654321' } }]))
  })

  it('is corrected and continued after it was sent, and nobody is invited twice', async () => {
    await open('דנה כהן, 0501234567\nנועה בר, 12')
    expect(screen.getByText(/שורה 2/u).textContent).toContain(`${text.guests.field.phone}: ${validation.invalid_phone}`)
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_one }))
    await screen.findByText(text.guests.was_sent)
    const box = screen.getByRole('textbox')
    await userEvent.clear(box)
    await userEvent.click(box)
    await userEvent.paste('נועה בר, 0527654321\nדנה כהן, 0501234567')
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_one }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()).toMatchObject([{ recipient: { name: 'דנה כהן' } }, { recipient: { name: 'נועה בר' } }])
    await userEvent.click(await screen.findByRole('button', { name: text.guests.again }))
    expect(box).toHaveProperty('value', '')
  })

  it('reads each line by its own separator, and warns of guests with one name before they are sent', async () => {
    await open(
      'יוסי כהן 052-8887001\nרות לוי 0528887002 2\nשרה גולן - 054-1234567\n052-8887003;רותי\nגולדה מאיר;052-8887004;אחד',
    )
    expect(screen.getByText(/שורה 5/u).textContent).toContain(
      `${text.guests.field.quantity}: ${validation.not_an_integer}`,
    )
    expect(screen.getByText(text.guests.single_names_one)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /4.*אורחים/u }))
    await waitFor(() => expect(sent()).toHaveLength(4))
    expect(sent()).toMatchObject([
      { recipient: { name: 'יוסי כהן', phone: '+972528887001' }, items: [{ quantity: 1 }] },
      { recipient: { name: 'רות לוי' }, items: [{ quantity: 2 }] },
      { recipient: { name: 'שרה גולן', phone: '+972541234567' } },
      { recipient: { name: 'רותי', phone: '+972528887003' } },
    ])
  })

  it('says that a ticket type is missing, on its field, instead of a button that does nothing', async () => {
    const types = [
      { uuid: 'type-1', name: 'אורחים', left: 9 },
      { uuid: 'type-2', name: 'יציע', left: 9 },
    ]
    const two = { ...event, events_tickets: types } as unknown as Event
    await renderApp(<GuestListDialog event={two} open onClose={vi.fn()} />, { messages: ['invitations', 'validation'] })
    await userEvent.click(screen.getByLabelText(new RegExp(text.guests.text, 'u')))
    await userEvent.paste('דנה כהן, 0501234567')
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_one }))
    expect(screen.getByText(text.guests.choose_type)).toBeDefined()
    const select = screen.getByRole('combobox')
    expect([select.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', select])
    expect(sent()).toEqual([])
    await userEvent.selectOptions(select, 'type-2')
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_one }))
    await waitFor(() => expect(sent()).toMatchObject([{ items: [{ events_ticket_uuid: 'type-2' }] }]))
  })

  it.each([
    ['the type is sold out', 'sold_out', 409],
    ['a new account has sent what it may in a day', 'new_account_limit', 429],
  ] as const)('stops when %s and keeps the rows that were not sent', async (_, code, status) => {
    server.on(sendInvitation, () => refusal(code, status))
    await open('דנה כהן, 0501234567\nנועה בר, 0527654321')
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_two }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: text.guests.send_two })).toHaveProperty('disabled', false),
    )
    expect(sent()).toHaveLength(1)
  })

  it('invites everybody on a long list once, a few at the same time', async () => {
    let [running, most] = [0, 0]
    server.on(sendInvitation, async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      return json({ data: {} }, 201)
    })
    const names = ['אן', 'בן', 'גן', 'דן', 'הן', 'ון', 'זן', 'חן', 'טן']
    await open(names.map((name, place) => `אורח ${name}, 05012345${10 + place}`).join('\n'))
    await userEvent.click(screen.getByRole('button', { name: /9.*אורחים/u }))
    await waitFor(() => expect(screen.getAllByText(text.guests.was_sent)).toHaveLength(names.length))
    const guests = sent().map((body) => (body as { recipient: { name: string } }).recipient.name)
    expect(guests.toSorted()).toEqual(names.map((name) => `אורח ${name}`).toSorted())
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)
  })

  it('reads the guests of an Excel file, and says when a file cannot be read', async () => {
    const row = '<row><c t="inlineStr"><is><t>דנה כהן</t></is></c><c><v>501234567</v></c></row>'
    const sheet = `<worksheet><sheetData>${row}</sheetData></worksheet>`
    await upload(new File([zipSync({ 'xl/worksheets/sheet1.xml': strToU8(sheet) }).slice()], 'guests.xlsx'))
    expect(await screen.findByText('דנה כהן')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: text.guests.send_one }))
    await waitFor(() => expect(sent()).toMatchObject([{ recipient: { name: 'דנה כהן', phone: '+972501234567' } }]))
    cleanup()
    await upload(new File(['no archive'], 'guests.xlsx'))
    expect((await screen.findByRole('alert')).textContent).toBe(text.guests.file_unreadable)
  })
})
