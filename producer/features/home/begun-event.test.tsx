import text from '@kartis/i18n/messages/he/home.json'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { readBegunEvent } from '../../shared/new-event.ts'
import { writeDraft } from '../../shared/use-draft.ts'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { BegunEvent } from './begun-event.tsx'

const open = () => renderApp(<BegunEvent />, { messages: ['home'], role: 'manager' })

beforeEach(() => signIn())

describe('an event that was begun in the wizard', () => {
  it('is named at home with the way back into its wizard', async () => {
    writeDraft('create-event-account-1', { name: 'DJ נועם', kind: 'seats' })
    await open()
    expect(screen.getByRole('heading').textContent).toContain('DJ נועם')
    const link = screen.getByRole('link', { name: text.begun.continue })
    expect(link.getAttribute('href')).toBe('/create-event/seats/setup')
  })

  it('goes after a question only', async () => {
    writeDraft('create-event-account-1', { name: '', kind: 'tickets' })
    await open()
    expect(screen.getByText(text.begun.title)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: text.begun.discard }))
    const question = await screen.findByRole('dialog')
    expect(readBegunEvent('account-1')).toBeDefined()
    await userEvent.click(within(question).getByRole('button', { name: text.begun.discard }))
    await waitFor(() => expect(screen.queryByText(text.begun.title)).toBeNull())
    expect(readBegunEvent('account-1')).toBeUndefined()
  })

  it('is not mentioned where none was begun', async () => {
    await open()
    expect(screen.queryByRole('link')).toBeNull()
  })
})
