import type { Consent } from '@kartis/contract/consents.ts'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CancelOrder } from './pages/my/cancel-order.tsx'
import { CodeStep } from './pages/my/code-step.tsx'
import { Consents } from './pages/my/consents.tsx'
import { CorrectEmail } from './pages/my/correct-email.tsx'
import { EraseMe } from './pages/my/erase-me.tsx'
import { type CustomerOrder, OrderActions } from './pages/my/order-actions.tsx'
import { OwnData } from './pages/my/own-data.tsx'
import { PhoneStep } from './pages/my/phone-step.tsx'
import { Resend } from './shared/resend.tsx'
import { storeToken } from './shared/session.ts'
import { inPage, type ReceivedRequest, serve } from './testing/serve.tsx'

const nothing = () => undefined
const SENT = {
  phones_id: 'p1',
  resend_at: '2026-01-01T00:00:00Z',
  request: { phone_country_code: '972', phone_number: '0501234567', purpose: 'sign_in' },
  shown: '050-123-4567',
} as const
const ORDER = {
  uuid: 'o1',
  token: 'key',
  status: 'paid',
  tickets: [{ uuid: 't1', number: '101081-1', name: 'Adult', price: 100, status: 'valid', redemption: 'pending' }],
  total_amount: 100,
  items: [],
  buyer: { name: 'Dana', phone: '050-123-4567', email: 'dana@gmial.con' },
  cancellation: { allowed_now: true, fee: 5, fee_left: 5, refund: 95, last_day: null },
  refunded_amount: 0,
  event: { name: 'Show', slug: 'show', starts_at: '2026-12-17T19:00:00Z', ends_at: '2026-12-17T21:00:00Z' },
  tickets_url: null,
} as unknown as CustomerOrder
const CONSENT: Consent = { uuid: 'c1', organiser: 'Harbour', given_at: '2026-01-01T00:00:00Z' }

/** Every button of the customer area that sends something: what is shown, the button, and the write it makes. */
const BUTTONS: readonly (readonly [name: string, shown: () => ReactNode, button: RegExp, write: string])[] = [
  ['send a code to the phone', () => <PhoneStep onSent={nothing} />, /send.*code/i, 'POST /login'],
  [
    'enter with the code',
    () => <CodeStep sent={SENT} onSent={nothing} onBack={nothing} onSignedIn={nothing} />,
    /sign in|enter|continue/i,
    'POST /login/authenticate',
  ],
  ['send the code again', () => <Resend sent={SENT} onSent={nothing} />, /new code/i, 'POST /login'],
  [
    'send the tickets again',
    () => <OrderActions order={ORDER} over={false} onCancel={nothing} onCorrectEmail={nothing} />,
    /again/i,
    'POST /customer/orders/o1/resend',
  ],
  [
    'cancel the order',
    () => <CancelOrder order={ORDER} onClose={nothing} onCancelled={nothing} />,
    /^(?!.*(keep|back|no\b)).*cancel/i,
    'POST /customer/orders/o1/cancel',
  ],
  [
    'correct the e-mail address',
    () => <CorrectEmail order={ORDER} onClose={nothing} onCorrected={nothing} />,
    /save/i,
    'PATCH /customer/orders/o1',
  ],
  ['withdraw a consent', () => <Consents />, /Harbour/, 'DELETE /customer/consents/c1'],
  [
    'send a code before the data are erased',
    () => <EraseMe phone="+972501234567" onClose={nothing} onErased={nothing} />,
    /continue|code|next/i,
    'POST /login',
  ],
  [
    'download the data',
    () => <OwnData onSessionEnd={nothing} onErased={nothing} />,
    /download|export/i,
    'GET /account/users/me/export',
  ],
]

const reply = ({ method, path }: ReceivedRequest): unknown => {
  if (path === '/customer/consents') return [CONSENT]
  if (path.startsWith('/customer/consents/')) return [CONSENT]
  if (path.endsWith('/resend')) return { sent_to: ['050-123-4567'] }
  if (path.endsWith('/cancel') || method === 'PATCH') return ORDER
  if (path === '/login') return { phones_id: 'p2', resend_at: '2026-01-01T00:00:00Z' }
  if (path === '/account/users/me') return { phone: { phone_number: '+972501234567' } }
  return method === 'GET' ? {} : { token: 't', user: {}, expires_at: '2026-01-01T00:00:00Z' }
}

let requests: ReceivedRequest[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  storeToken('token')
  sessionStorage.clear()
  // The DOM of the tests has neither.
  Object.defineProperty(HTMLDialogElement.prototype, 'showModal', { value: nothing, configurable: true })
  Object.defineProperty(URL, 'createObjectURL', { value: () => 'blob:', configurable: true })
  requests = serve(reply)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const type = (value: string) => {
  for (const input of document.querySelectorAll('input')) {
    // Past React's own setter, which hides a change that it has not seen itself.
    Reflect.set(HTMLInputElement.prototype, 'value', value, input)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const sentTo = (write: string) => requests.filter(({ method, path }) => `${method} ${path}` === write)

describe('a double click', () => {
  it.each(BUTTONS)('on the button to %s is one request', async (_, shown, name, write) => {
    const Page = inPage()
    await act(async () => void render(<Page>{shown()}</Page>))
    if (write === 'POST /login' && document.querySelector('input')) await act(async () => type('0501234567'))
    if (write.startsWith('PATCH')) await act(async () => type('dana@example.co.il'))
    if (write.endsWith('authenticate')) await act(async () => type('123456'))
    const button = screen.getByRole('button', { name, hidden: true })
    await act(async () => {
      button.click()
      button.click()
    })
    expect(sentTo(write)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 60)
    // The third click comes after the reply; the button may have left the page by then.
    await act(async () => {
      if (button.isConnected) button.click()
    })
    expect(sentTo(write)).toHaveLength(1)
  })
})
