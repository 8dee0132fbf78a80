import type { Event } from '@kartis/contract/events.ts'
import text from '@kartis/i18n/messages/he/event.json'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { DraftCard } from './draft-card.tsx'

const { reasons } = text.draft

it.each([
  [[], [reasons.images]],
  [['banner_card'], [reasons.image_square]],
  [['banner_square'], [reasons.image_wide]],
  [['banner_event', 'banner_square'], []],
])('a draft with the pictures %s advises what is missing', async (slots, advice) => {
  signIn()
  const event = {
    uuid: 'event-1',
    missing: [],
    can: { publish: true },
    attachments: slots.map((slot) => ({ slot })),
    events_tickets: [{}],
    description: 'ערב',
    preview_url: null,
  } as unknown as Event
  await renderApp(<DraftCard event={event} publishing={false} onPublish={() => undefined} />, { messages: ['event'] })
  expect(screen.queryAllByRole('link').map((link) => link.textContent)).toEqual(advice)
})
