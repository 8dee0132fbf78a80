import { createEvent } from '@kartis/contract/events.ts'
import components from '@kartis/i18n/messages/he/components.json'
import text from '@kartis/i18n/messages/he/wizard.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { readDraft, writeDraft } from '../../shared/use-draft.ts'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { CreateStep } from './create-step.tsx'
import { type EventDraft, NO_EVENT } from './event-draft.ts'
import type { StepView } from './step-form.ts'
import { clearRefusal } from './step-refusal.ts'

const DRAFT = 'create-event-account-1'
const complete: EventDraft = {
  ...NO_EVENT,
  name: 'לילה לבן בנמל',
  categories: ['018f0000-0000-7000-8000-000000000001'],
  address_city: 'תל אביב',
  day: '2099-12-17',
  start: '21:00',
  end: '23:30',
}

/** Contains the name field only; the other fields of the draft come from storage. */
const NameField = ({ form }: StepView) => (
  <input
    {...form.getInputProps('name')}
    aria-invalid={form.errors['name'] !== undefined || undefined}
    aria-label="name"
  />
)

let server: StubServer
beforeEach(() => {
  signIn()
  clearRefusal()
  server = stubServer()
})

const open = (step: 'setup' | 'time' | 'description') =>
  renderApp(<CreateStep step={step} type="tickets" Fields={NameField} />, { messages: ['wizard'], role: 'manager' })
const draft = () => readDraft<EventDraft>(DRAFT, NO_EVENT)

describe('a step of a new event', () => {
  it('stores what is typed and goes to the next step', async () => {
    writeDraft(DRAFT, { ...complete, name: '' })
    const { path } = await open('setup')
    await userEvent.type(screen.getByLabelText('name'), 'ערב ג׳אז')
    expect(draft().name).toBe('ערב ג׳אז')
    await userEvent.click(screen.getByRole('button', { name: text.actions.to_location }))
    await waitFor(() => expect(path()).toBe('/create-event/tickets/location'))
    expect(server.sentTo(createEvent)).toHaveLength(0)
  })

  it('asks before it takes a start that has passed, on the last step too', async () => {
    writeDraft(DRAFT, { ...complete, day: '2020-12-17' })
    const { path } = await open('time')
    await userEvent.click(screen.getByRole('button', { name: text.actions.to_forms }))
    expect(await screen.findByText(text.time.past.title)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: text.time.past.yes }))
    await waitFor(() => expect(path()).toBe('/create-event/tickets/forms'))
    document.body.innerHTML = ''
    await open('description')
    await userEvent.click(screen.getByRole('button', { name: text.actions.create }))
    expect(await screen.findByText(text.time.past.title)).toBeTruthy()
    expect(server.sentTo(createEvent)).toHaveLength(0)
  })

  it('stays where a field is missing and marks it', async () => {
    const { path } = await open('setup')
    await userEvent.click(screen.getByRole('button', { name: text.actions.to_location }))
    expect(screen.getByLabelText('name').getAttribute('aria-invalid')).toBe('true')
    expect(path()).toBe('/')
  })

  it('asks before 20:30 to 19:00 means the next day', async () => {
    writeDraft(DRAFT, { ...complete, start: '20:30', end: '19:00' })
    const { path } = await open('time')
    await userEvent.click(screen.getByRole('button', { name: text.actions.to_forms }))
    expect(await screen.findByText(text.time.overnight.title)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: components.back }))
    expect(path()).toBe('/')
    await userEvent.click(screen.getByRole('button', { name: text.actions.to_forms }))
    await userEvent.click(await screen.findByRole('button', { name: text.time.overnight.yes }))
    await waitFor(() => expect(path()).toBe('/create-event/tickets/forms'))
  })

  it('sends the whole draft from the last step and deletes it', async () => {
    writeDraft(DRAFT, complete)
    server.on(createEvent, () => json({ data: { uuid: 'new-event' } }, 201))
    const { path } = await open('description')
    await userEvent.click(screen.getByRole('button', { name: text.actions.create }))
    await waitFor(() => expect(path()).toBe('/create-event/tickets/success/new-event'))
    expect(server.sentTo(createEvent)[0]?.body).toMatchObject({
      name: 'לילה לבן בנמל',
      starts_at: '2099-12-17T19:00:00.000Z',
      kind: 'tickets',
    })
    expect(draft()).toEqual(NO_EVENT)
  })

  it('returns to the step that the server refused, with the draft and the reason', async () => {
    writeDraft(DRAFT, complete)
    server.on(createEvent, () => refusal('validation', 422, { name: ['too_long'] }))
    const view = await open('description')
    await userEvent.click(screen.getByRole('button', { name: text.actions.create }))
    await waitFor(() => expect(view.path()).toBe('/create-event/tickets/setup'))
    view.unmount()
    await open('setup')
    expect(screen.getByText(text.refused)).toBeDefined()
    expect(screen.getByLabelText('name')).toHaveProperty('value', 'לילה לבן בנמל')
    expect(screen.getByLabelText('name').getAttribute('aria-invalid')).toBe('true')
  })

  it('offers to start over from a stored draft, after a confirmation', async () => {
    writeDraft(DRAFT, complete)
    await open('setup')
    await userEvent.click(screen.getByRole('button', { name: text.start_over }))
    await userEvent.click(await screen.findByRole('button', { name: text.start_over_ask.action }))
    await waitFor(() => expect(screen.getByLabelText('name')).toHaveProperty('value', ''))
    expect(draft()).toEqual(NO_EVENT)
  })
})
