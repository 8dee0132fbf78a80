import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChoiceView } from '../../state/choice-state.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { ChoicePage } from './choice-page.tsx'

const offer: RefundOffer = {
  refund_run_uuid: 'run',
  order_uuid: 'order',
  kind: 'postponed',
  message: '',
  deadline: '2099-12-13T21:59:00.000Z',
  open: true,
  choice: null,
  state: 'planned',
  stays_because: null,
  tickets: 2,
  transferred: 0,
  amount: 298,
  fee: 0,
  by_hand: false,
  chosen_at: null,
  refund_due_at: null,
}
const view: ChoiceView = {
  token: 'key',
  offer,
  number: '101229',
  last4: '4242',
  cancelHref: '',
  event: {
    name: 'Show',
    when: 'Thursday',
    place: 'Hall',
    timezone: 'Asia/Jerusalem',
    artwork: { art: null, colors: ['#000', '#fff'], seed: '' },
  },
}

const show = () => {
  const requests = serve(({ body }) => ({
    ...offer,
    choice: (body as { choice: 'refund' | 'keep' }).choice,
    state: 'queued',
  }))
  const Page = inPage()
  render(
    <Page>
      <ChoicePage view={view} />
    </Page>,
  )
  return requests
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const dialogOpens = vi.fn<() => void>()

describe('the choice between a refund and the tickets', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
      dialogOpens()
      this.setAttribute('open', '')
    }
    HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
      this.removeAttribute('open')
    }
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    dialogOpens.mockClear()
  })

  it('sends a refund only once its sum, the tickets that become void, and that it is final were confirmed', async () => {
    const requests = show()
    press('I want a refund')
    expect(dialogOpens).toHaveBeenCalledTimes(1)
    expect(requests).toEqual([])
    const text = screen.getByRole('dialog').textContent
    for (const part of ['₪298', 'The 2 tickets are cancelled', 'Once it is sent, you cannot change'])
      expect(text).toContain(part)
    press('Not yet')
    expect(requests).toEqual([])
    press('I want a refund')
    press('Confirm the refund')
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toEqual({ refund_run_uuid: 'run', choice: 'refund', amount: 298 })
    await screen.findByText('The refund is on its way')
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('leaves the tickets with one press, since that may be changed', async () => {
    const requests = show()
    press('I keep the tickets')
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(dialogOpens).not.toHaveBeenCalled()
  })
})
