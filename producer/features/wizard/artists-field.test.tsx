import text from '@kartis/i18n/messages/he/wizard.json'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { ArtistsField } from './artists-field.tsx'

function Form({ start }: { readonly start: string[] }) {
  const [names, setNames] = useState(start)
  return (
    <>
      <ArtistsField value={names} onChange={setNames} />
      <output>{names.join('|')}</output>
    </>
  )
}

const open = async (start: string[] = []) => {
  await renderApp(<Form start={start} />, { messages: ['wizard'] })
  return screen.getByRole('textbox')
}
const names = () => screen.getByRole('status').textContent

describe('the artists field', () => {
  it('adds a name with Enter and several with commas', async () => {
    const field = await open()
    await userEvent.type(field, 'נועה{Enter}דנה,')
    expect(names()).toBe('נועה|דנה')
    await userEvent.click(field)
    await userEvent.paste('אור, רון')
    await userEvent.tab()
    expect(names()).toBe('נועה|דנה|אור|רון')
  })

  it('adds a name that is left, and lets the press that leaves it arrive before anything moves', async () => {
    const field = await open()
    await userEvent.type(field, 'נועה')
    const outside = screen.getByRole('status')
    const user = userEvent.setup()
    await user.pointer({ keys: '[MouseLeft>]', target: outside })
    expect(names()).toBe('')
    expect(screen.queryByRole('listitem')).toBeNull()
    expect(field).toHaveProperty('value', 'נועה')
    await user.pointer('[/MouseLeft]')
    expect(screen.getByRole('listitem')).toBeDefined()
    expect(field).toHaveProperty('value', '')
  })

  it('has added the name when the click of the press that leaves it comes', async () => {
    const field = await open()
    await userEvent.type(field, 'נועה')
    const seen: (string | null)[] = []
    screen.getByRole('status').addEventListener('click', () => seen.push(names()))
    await userEvent.click(screen.getByRole('status'))
    expect(seen).toEqual(['נועה'])
  })

  it('adds no name twice and no empty one', async () => {
    const field = await open(['נועה'])
    await userEvent.type(field, ' נועה {Enter}{Enter}')
    expect(names()).toBe('נועה')
  })

  it('takes the last name back for editing with Backspace', async () => {
    const field = await open(['נועה', 'דנה'])
    await userEvent.type(field, '{Backspace}')
    expect(names()).toBe('נועה')
    expect(field).toHaveProperty('value', 'דנה')
  })

  it('removes a name with its button', async () => {
    await open(['נועה', 'דנה'])
    await userEvent.click(screen.getByRole('button', { name: text.setup.artists_remove.replace('{{name}}', 'נועה') }))
    expect(names()).toBe('דנה')
  })
})
