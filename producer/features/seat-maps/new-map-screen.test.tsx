import { listVenues } from '@kartis/contract/venues.ts'
import text from '@kartis/i18n/messages/he/seat-maps.json'
import venues from '@kartis/i18n/messages/he/venues.json'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { NewMapScreen } from './new-map-screen.tsx'

beforeEach(async () => {
  signIn()
  stubServer().on(listVenues, () =>
    json({
      data: [{ uuid: 'v1', name: 'האנגר 11' }],
      meta: { current_page: 1, per_page: 100, total: 1, last_page: 1 },
    }),
  )
  await renderApp(
    <NewMapScreen path="/create-event/seats/editor" isArea={false} event={undefined} start={undefined} />,
    {
      messages: ['seat-maps', 'venues'],
      role: 'manager',
    },
  )
  await screen.findByRole('option', { name: 'האנגר 11' })
})

const name = () => screen.getByLabelText(venues.maps.form.name)
const start = (label: string) => userEvent.click(screen.getByRole('radio', { name: new RegExp(label, 'u') }))

it('a new map is called after its venue, and before one is chosen after the hall that it starts from', async () => {
  await start(text.template.small_hall)
  expect(name()).toHaveProperty('value', text.template.small_hall)
  await userEvent.selectOptions(screen.getByRole('combobox'), 'v1')
  expect(name()).toHaveProperty('value', 'האנגר 11')
  await start(text.template.theatre)
  expect(name()).toHaveProperty('value', 'האנגר 11')
})

it('a name that was typed stays', async () => {
  await userEvent.type(name(), 'אולם ב')
  await start(text.template.small_hall)
  expect(name()).toHaveProperty('value', 'אולם ב')
})
