import { createForm, showForm, updateForm } from '@kartis/contract/forms.ts'
import text from '@kartis/i18n/messages/he/forms.json'
import shell from '@kartis/i18n/messages/he/shell.json'
import validation from '@kartis/i18n/messages/he/validation.json'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { readDraft } from '../../shared/use-draft.ts'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { FormEditScreen } from './form-edit-screen.tsx'

const leaveText = shell.leave

const existing = {
  uuid: 'form-1',
  name: 'משתתפים',
  ask_per: 'ticket',
  answers_count: 3,
  fields: [
    {
      uuid: 'f1',
      type: 'text',
      name: 'שם הילד',
      description: '',
      advanced: null,
      required: true,
      options: [],
      min: null,
      max: null,
    },
    {
      uuid: 'f2',
      type: 'number',
      name: 'גיל',
      description: '',
      advanced: null,
      required: false,
      options: [],
      min: 3,
      max: 12,
    },
  ],
}

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(createForm, () => json({ data: existing }, 201))
  server.on(updateForm, () => json({ data: existing }))
  server.on(showForm, () => json({ data: existing }))
})

const openNew = () => renderApp(<FormEditScreen />, { messages: ['forms'], role: 'manager' })
const openExisting = async () => {
  const view = await renderApp(<FormEditScreen />, {
    messages: ['forms'],
    role: 'manager',
    route: '/forms/$uuid',
    at: '/forms/form-1',
  })
  await screen.findByDisplayValue('משתתפים')
  return view
}
const addQuestion = async (type: string, name: string) => {
  await userEvent.click(screen.getByRole('button', { name: text.edit.add }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: type }))
  await userEvent.type(screen.getByPlaceholderText(text.field.name_example), name)
}
const create = () => userEvent.click(screen.getByRole('button', { name: text.edit.create }))

describe('a new form', () => {
  it('is sent with its questions and leads back to the list', async () => {
    const { path } = await openNew()
    await userEvent.type(screen.getByLabelText(text.edit.name), 'פרטי משתתפים')
    await addQuestion(text.types.select, 'מידה')
    await userEvent.type(screen.getByLabelText('אפשרות 1'), 'S{Enter}M')
    await create()
    await waitFor(() => expect(path()).toBe('/forms'))
    expect(server.sentTo(createForm)[0]?.body).toMatchObject({
      name: 'פרטי משתתפים',
      ask_per: 'order',
      fields: [{ type: 'select', name: 'מידה', options: ['S', 'M'] }],
    })
  })

  it('is stored on the device until it was sent', async () => {
    await openNew()
    await userEvent.type(screen.getByLabelText(text.edit.name), 'טיוטה')
    expect(readDraft('form', { name: '' }).name).toBe('טיוטה')
    await addQuestion(text.types.text, 'שם')
    await create()
    await waitFor(() => expect(readDraft('form', { name: '' }).name).toBe(''))
  })

  it('is not sent without a name and a question', async () => {
    await openNew()
    await create()
    expect(screen.getAllByText(validation.required).length).toBeGreaterThan(0)
    expect(server.sentTo(createForm)).toHaveLength(0)
  })

  it('opens the question that is wrong', async () => {
    await openNew()
    await userEvent.type(screen.getByLabelText(text.edit.name), 'x')
    await addQuestion(text.types.text, 'שם')
    await addQuestion(text.types.checkboxes, 'אוכל')
    await create()
    expect(screen.getByRole('img', { name: text.field.wrong })).toBeDefined()
    expect(screen.getByLabelText('אפשרות 1').getAttribute('aria-invalid')).toBe('true')
    expect(server.sentTo(createForm)).toHaveLength(0)
  })
})

describe('an existing form', () => {
  const names = () =>
    screen
      .getAllByRole('button', { expanded: false })
      .flatMap((button) => button.querySelector('bdi')?.textContent ?? [])

  it('moves a question by its arrow key and keeps the uuids', async () => {
    await openExisting()
    expect(names()).toEqual(['שם הילד', 'גיל'])
    screen.getByRole('button', { name: /גרירת .?שם הילד/u }).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(names()).toEqual(['גיל', 'שם הילד'])
    await userEvent.click(screen.getByRole('button', { name: text.edit.save }))
    await waitFor(() =>
      expect(server.sentTo(updateForm)[0]?.body).toMatchObject({ fields: [{ uuid: 'f2', min: 3 }, { uuid: 'f1' }] }),
    )
  })

  it('asks before a question with answers is removed', async () => {
    await openExisting()
    await userEvent.click(screen.getByRole('button', { name: /^שם הילד/u }))
    await userEvent.click(screen.getByRole('button', { name: text.field.remove }))
    await userEvent.click(await screen.findByRole('button', { name: text.field.remove_ask.action }))
    await waitFor(() => expect(names()).toEqual(['גיל']))
  })

  it('shows a refusal of the server at the question', async () => {
    server.on(updateForm, () => refusal('validation', 422, { 'fields.1.name': ['too_long'] }))
    await openExisting()
    await userEvent.type(screen.getByLabelText(text.edit.name), '2')
    await userEvent.click(screen.getByRole('button', { name: text.edit.save }))
    await screen.findByRole('img', { name: text.field.wrong })
    expect(screen.getByDisplayValue('גיל').getAttribute('aria-invalid')).toBe('true')
  })

  it('saves unsaved changes before they are left', async () => {
    const { router, path } = await openExisting()
    await userEvent.type(screen.getByLabelText(text.edit.name), '2')
    void router.navigate({ href: '/elsewhere' } as never)
    await screen.findByText(leaveText.title)
    expect(path()).toBe('/forms/form-1')
    await userEvent.click(screen.getByRole('button', { name: leaveText.save }))
    await waitFor(() => expect(path()).toBe('/elsewhere'))
    expect(server.sentTo(updateForm)).toHaveLength(1)
  })
})
