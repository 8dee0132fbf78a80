import { showEvent, updateEvent } from '@kartis/contract/events.ts'
import shell from '@kartis/i18n/messages/he/shell.json'
import text from '@kartis/i18n/messages/he/wizard.json'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { EditStep } from './edit-step.tsx'
import type { StepView } from './step-form.ts'

const leaveText = shell.leave

const event = {
  uuid: 'event-1',
  name: 'לילה לבן',
  status: 'published',
  phase: 'on_sale',
  categories: [{ uuid: '018f0000-0000-7000-8000-000000000001' }],
  artists: [],
  forms: [],
  attachments: [],
  venue_uuid: null,
  address_description: 'האנגר 11',
  address_street: '',
  address_street_number: '',
  address_city: 'תל אביב',
  description: '',
  texts: {},
  starts_at: '2026-12-17T19:00:00Z',
  ends_at: '2026-12-17T21:30:00Z',
  timezone: 'Asia/Jerusalem',
  settings: {},
  sales: { sold: 0 },
  can: { edit: true },
}

const CityField = ({ form }: StepView) => (
  <input
    {...form.getInputProps('address_city')}
    aria-invalid={form.errors['address_city'] !== undefined}
    aria-label="city"
  />
)

let server: StubServer
let stored: object
beforeEach(() => {
  signIn()
  server = stubServer()
  stored = event
  server.on(showEvent, () => json({ data: stored }))
  server.on(updateEvent, () => json({ data: stored }))
})

const open = async (more: object = {}) => {
  stored = { ...event, ...more }
  const view = await renderApp(<EditStep step="location" uuid="event-1" Fields={CityField} />, {
    messages: ['wizard'],
    role: 'manager',
  })
  return view
}
const moveTo = async (city: string) => {
  const field = await screen.findByLabelText('city')
  await userEvent.clear(field)
  await userEvent.type(field, city)
}
const sent = () => server.sentTo(updateEvent).map(({ body }) => body)

describe('a step of an existing event', () => {
  it('saves its own fields and goes to the next step', async () => {
    const { path } = await open()
    await moveTo('חיפה')
    await userEvent.click(screen.getByRole('button', { name: text.actions.save_next }))
    await waitFor(() => expect(path()).toBe('/events/event-1/time'))
    expect(sent()).toEqual([
      {
        venue_uuid: null,
        address_description: 'האנגר 11',
        address_street: '',
        address_street_number: '',
        address_city: 'חיפה',
        texts: { en: { name: '', description: '' }, ar: { name: '', description: '' } },
      },
    ])
  })

  it('goes on without a request where nothing changed', async () => {
    const { path } = await open()
    await userEvent.click(await screen.findByRole('button', { name: text.actions.save_next }))
    await waitFor(() => expect(path()).toBe('/events/event-1/time'))
    expect(sent()).toEqual([])
  })

  it('asks whether buyers are notified when the place of a sold event changes, and obeys the answer', async () => {
    await open({ sales: { sold: 12 } })
    await moveTo('חיפה')
    await userEvent.click(screen.getByRole('button', { name: text.actions.save_exit }))
    expect(sent()).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: text.notify.silent }))
    await waitFor(() => expect(sent()).toMatchObject([{ address_city: 'חיפה', tell_buyers: false }]))
  })

  it('counts the tickets of guests too, and says what buyers are entitled to and where they are refunded', async () => {
    await open({ sales: { sold: 4, invited: 6, sum_total_amount: 400 } })
    await moveTo('חיפה')
    await userEvent.click(screen.getByRole('button', { name: text.actions.save_exit }))
    expect(await screen.findByText(text.notify.text_other.replace('{{count}}', '10'))).toBeDefined()
    expect(screen.getByText(text.notify.refund_place, { exact: false })).toBeDefined()
    expect(screen.getByRole('link', { name: text.notify.refunds }).getAttribute('href')).toBe('/events/event-1/refunds')
  })

  it('names the full refund where an event moves to another day, and none for a correction by some minutes', async () => {
    const StartField = ({ form }: StepView) => <input {...form.getInputProps('start')} aria-label="start" />
    stored = { ...event, sales: { sold: 4, invited: 0, sum_total_amount: 400 } }
    await renderApp(<EditStep step="time" uuid="event-1" Fields={StartField} />, {
      messages: ['wizard'],
      role: 'manager',
    })
    const startAt = async (start: string) => {
      fireEvent.change(await screen.findByLabelText('start'), { target: { value: start } })
      await userEvent.click(screen.getByRole('button', { name: text.actions.save_exit }))
      await screen.findByText(text.notify.text_other.replace('{{count}}', '4'))
    }
    await startAt('20:45')
    expect(screen.queryByText(text.notify.refund_time, { exact: false })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await startAt('19:00')
    expect(screen.getByText(text.notify.refund_time, { exact: false })).toBeDefined()
  })

  it('sends the message only after it was asked, and saves nothing when the producer stays', async () => {
    await open({ sales: { sold: 12 } })
    await moveTo('חיפה')
    await userEvent.click(screen.getByRole('button', { name: text.actions.save_exit }))
    await userEvent.keyboard('{Escape}')
    expect(sent()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: text.actions.save_exit }))
    await userEvent.click(await screen.findByRole('button', { name: text.notify.send }))
    await waitFor(() => expect(sent()).toMatchObject([{ address_city: 'חיפה', tell_buyers: true }]))
  })

  it('does not offer to notify buyers of a draft', async () => {
    await open({ sales: { sold: 12 }, status: 'draft' })
    await moveTo('חיפה')
    await userEvent.click(screen.getByRole('button', { name: text.actions.save_exit }))
    await waitFor(() => expect(sent()).toMatchObject([{ address_city: 'חיפה' }]))
    expect(screen.queryByRole('button', { name: text.notify.send })).toBeNull()
  })

  it('stays and marks the field that the server refused', async () => {
    server.on(updateEvent, () => refusal('validation', 422, { address_city: ['too_long'] }))
    const { path } = await open()
    await moveTo('x')
    await userEvent.click(screen.getByRole('button', { name: text.actions.save_next }))
    await waitFor(() => expect(screen.getByLabelText('city').getAttribute('aria-invalid')).toBe('true'))
    expect(path()).toBe('/')
  })

  /** Changes the city and follows a link to another page; resolves when the question is shown. */
  const leaveUnsaved = async () => {
    const app = await open()
    await moveTo('חיפה')
    void app.router.navigate({ href: '/elsewhere' } as never)
    await screen.findByText(leaveText.title)
    expect(app.path()).toBe('/')
    return app
  }
  const question = () => within(screen.getByRole('dialog'))
  const answer = (name: string) => userEvent.click(question().getByRole('button', { name }))

  it('saves unsaved changes before they are left, as the first of the answers', async () => {
    const { path } = await leaveUnsaved()
    const names = question()
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(names.slice(-3)).toEqual([leaveText.save, leaveText.discard, leaveText.stay])
    await answer(leaveText.save)
    await waitFor(() => expect(path()).toBe('/elsewhere'))
    expect(sent()).toMatchObject([{ address_city: 'חיפה' }])
  })

  it('leaves without saving when that is chosen', async () => {
    const { path } = await leaveUnsaved()
    await answer(leaveText.discard)
    await waitFor(() => expect(path()).toBe('/elsewhere'))
    expect(sent()).toEqual([])
  })

  it('stays on the page to keep editing, with everything that was typed', async () => {
    const { path } = await leaveUnsaved()
    await answer(leaveText.stay)
    expect(path()).toBe('/')
    expect(screen.getByDisplayValue('חיפה')).toBeTruthy()
  })

  it('stays and shows the refused field when saving before leaving fails', async () => {
    server.on(updateEvent, () => refusal('validation', 422, { address_city: ['too_long'] }))
    const { path } = await leaveUnsaved()
    await answer(leaveText.save)
    await waitFor(() => expect(screen.getByLabelText('city').getAttribute('aria-invalid')).toBe('true'))
    expect(path()).toBe('/')
  })

  it('cannot be edited without the permission', async () => {
    await open({ can: { edit: false } })
    await screen.findByText(text.closed.title)
    expect(screen.queryByLabelText('city')).toBeNull()
  })
})
