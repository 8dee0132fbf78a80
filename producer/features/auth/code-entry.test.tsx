import { authenticate } from '@kartis/contract/auth.ts'
import text from '@kartis/i18n/messages/he/auth.json'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { refusal, stubServer } from '../../testing/server.ts'
import { CodeEntry } from './code-entry.tsx'

it('a code that was refused is emptied, and why stays when the button is pressed; a short one is called short', async () => {
  const server = stubServer()
  server.on(authenticate, () => refusal('code_wrong', 422))
  const pending = { phonesId: 'p', phone: { country: '972', number: '0501234567' }, resendAt: 0 }
  await renderApp(
    <CodeEntry pending={pending} onResent={() => undefined} onSignedIn={() => undefined} change={null} />,
    { messages: ['auth'] },
  )
  const field = screen.getByLabelText(text.verify.code)
  await userEvent.type(field, '123456')
  expect(await screen.findByText(text.verify.wrong)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: text.verify.submit }))
  expect(screen.queryByText(text.verify.all_digits)).toBeNull()
  expect(screen.getByText(text.verify.wrong)).toBeDefined()
  await userEvent.type(field, '12')
  await userEvent.click(screen.getByRole('button', { name: text.verify.submit }))
  expect(screen.getByText(text.verify.all_digits)).toBeDefined()
  expect(server.sentTo(authenticate)).toHaveLength(1)
})
