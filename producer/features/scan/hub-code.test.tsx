import { toasts } from '@kartis/ui/components/toast.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { HubCode } from './hub-code.tsx'

const CODE = '1234567890'

const open = async () => {
  const user = userEvent.setup()
  await renderApp(<HubCode code={CODE} label="קוד" />, { messages: ['hub'] })
  await user.click(screen.getByRole('button', { name: 'אין מצלמה? הצגת הקוד כטקסט' }))
  return { user, copy: screen.getByRole('button', { name: 'העתקת הקוד' }) }
}

it('a pairing code is copied by a button, which says so', async () => {
  const { user, copy } = await open()
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe(CODE)
  expect(toasts.read()).toMatchObject([{ state: 'good', text: 'הקוד הועתק' }])
})

it('a browser that does not copy says how to do it by hand', async () => {
  const { user, copy } = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(copy)
  expect(toasts.read()).toMatchObject([{ state: 'bad' }])
})
