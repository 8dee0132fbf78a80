import text from '@kartis/i18n/messages/he/auth.json'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { AuthScreen } from './auth-screen.tsx'

it('whoever came to buy tickets finds the way from the landing screen to the events', async () => {
  await renderApp(<AuthScreen />, { messages: ['auth'] })
  expect(screen.getByRole('link', { name: text.login.events }).getAttribute('href')).toBe('/order')
})
