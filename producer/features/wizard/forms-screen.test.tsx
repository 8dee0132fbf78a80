import { listForms } from '@kartis/contract/forms.ts'
import text from '@kartis/i18n/messages/he/wizard.json'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { announceForm } from '../../shared/form-made.ts'
import { readDraft } from '../../shared/use-draft.ts'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { CreateStep } from './create-step.tsx'
import { NO_EVENT } from './event-draft.ts'
import { FormsFields } from './forms-screen.tsx'

const formOf = (uuid: string, name: string) => ({ uuid, name, ask_per: 'order', fields: [] })

let server: StubServer
let forms: ReturnType<typeof formOf>[]
beforeEach(() => {
  signIn()
  localStorage.removeItem('draft:create-event-account-1')
  forms = []
  server = stubServer()
  server.on(listForms, () => json({ data: forms, meta: { total: forms.length, current_page: 1, last_page: 1 } }))
})

const open = () =>
  renderApp(<CreateStep step="forms" type="tickets" Fields={FormsFields} />, { messages: ['wizard'], role: 'manager' })
const begin = async () => {
  const link = await screen.findByRole('link', { name: text.forms.create })
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
}
const box = (name: string) => screen.findByRole('checkbox', { name: new RegExp(name) })

describe('the forms of a new event', () => {
  it('a form that was begun here and made in another tab is in the list, chosen, and in the draft', async () => {
    await open()
    expect(await screen.findByText(text.forms.empty)).toBeTruthy()
    await begin()
    forms = [formOf('form-1', 'אלרגיות')]
    announceForm()
    expect(await box('אלרגיות')).toHaveProperty('checked', true)
    expect(readDraft('create-event-account-1', NO_EVENT).forms).toEqual(['form-1'])
  })

  it('the list is fresh when the tab is looked at again, and what others made meanwhile is not chosen', async () => {
    await open()
    expect(await screen.findByText(text.forms.empty)).toBeTruthy()
    forms = [formOf('form-2', 'חניה')]
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(await box('חניה')).toHaveProperty('checked', false)
  })
})
