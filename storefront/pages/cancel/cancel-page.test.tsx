import { render, screen, waitFor } from '@testing-library/react'
import { fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inPage, serve } from '../../testing/serve.tsx'
import { CancelPage } from './cancel-page.tsx'

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send the request' }))

afterEach(() => vi.unstubAllGlobals())

describe('the request to cancel without a code', () => {
  it('is not sent without a number, a name or e-mail, and a contact; the cursor goes to the first gap', async () => {
    const requests = serve(() => ({}))
    render(<CancelPage />, { wrapper: inPage() })
    send()
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3))
    expect(document.activeElement).toBe(screen.getByLabelText(/Order or ticket number/))
    expect(requests).toEqual([])
  })

  it('is sent with what was filled in, and confirms when it was received', async () => {
    const requests = serve(() => ({ received_at: '2026-11-22T10:00:00Z' }))
    render(<CancelPage />, { wrapper: inPage() })
    type(/Order or ticket number/, '101081-2')
    type(/Email/, 'dana@example.com')
    type(/How can you be reached/, '050-1234567')
    send()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Request sent' })).toBe(document.activeElement))
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      [
        '/public/cancellation_requests',
        { number: '101081-2', email: 'dana@example.com', contact: '050-1234567', reason: '' },
      ],
    ])
  })
})
