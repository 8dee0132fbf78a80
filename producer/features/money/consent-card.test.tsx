import { setDocumentConsent, showDocumentConsent } from '@kartis/contract/documents.ts'
import { DOCUMENT_CONSENT_TEXT } from '@kartis/domain/document-consent.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import text from '@kartis/i18n/messages/he/documents.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { ConsentCard } from './consent-card.tsx'

const agreement = (agreed: boolean) => ({ agreed, text: 1, lang: 'he', at: '2026-11-28T10:00:00Z', by: 'נועה ברקן' })

const show = async (role: Role, latest: object | null) => {
  signIn()
  const server = stubServer()
  server.on(showDocumentConsent, () => json({ data: latest }))
  server.on(setDocumentConsent, () => json({ data: agreement(latest === null) }))
  await renderApp(<ConsentCard />, { messages: ['documents'], role })
  await screen.findByText(text.consent.agree)
  return server
}

it('an owner agrees to the sentence that is shown, and may withdraw afterwards', async () => {
  const server = await show('owner', null)
  expect(screen.getByText(text.consent.none)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: text.consent.give }))
  await waitFor(() =>
    expect(server.sentTo(setDocumentConsent)[0]?.body).toEqual({ agreed: true, text: DOCUMENT_CONSENT_TEXT }),
  )
  expect(await screen.findByText(/הסכמתם ב־28 בנובמבר 2026/)).toBeDefined()
  expect(screen.getByRole('button', { name: text.consent.withdraw })).toBeDefined()
})

it('finance reads the consent and changes nothing', async () => {
  await show('finance', null)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(text.consent.managers)).toBeDefined()
})
