import { closeShift, openShift, showRegister, showShift } from '@kartis/contract/registers.ts'
import text from '@kartis/i18n/messages/he/box-office.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCOUNT, signIn } from '../../testing/admission.ts'
import { renderApp, renderAppHook } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { CloseShift } from './close-shift.tsx'
import { OpenShift } from './open-shift.tsx'
import { type Register, registerQuery } from './register-queries.ts'
import { RegisterScreen } from './register-screen.tsx'
import { registerToken, storeRegisterToken } from './register-token.ts'
import { useShiftCount } from './use-shift-count.ts'
import { useQuery } from '@tanstack/react-query'

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
})

function Opening() {
  return <OpenShift count={useShiftCount(null)} />
}

function Closing({ onClosed }: { readonly onClosed: (uuid: string) => void }) {
  return <CloseShift uuid="shift-1" count={useShiftCount('shift-1')} onClosed={onClosed} />
}

describe('opening a shift', () => {
  it('sends the counted float', async () => {
    server.on(openShift, () => json({ data: {} }, 201))
    await renderApp(<Opening />, { messages: ['box-office'] })
    const button = screen.getByRole('button', { name: text.open.go })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText(text.open.cash), '250,5')
    await userEvent.click(button)
    await waitFor(() => expect(server.sentTo(openShift)[0]?.body).toEqual({ opening_cash: 250.5 }))
  })

  it('does not accept a text that is no amount', async () => {
    await renderApp(<Opening />, { messages: ['box-office'] })
    await userEvent.type(screen.getByLabelText(text.open.cash), 'הרבה{Enter}')
    expect(screen.getByLabelText(text.open.cash).getAttribute('aria-invalid')).toBe('true')
    expect(server.requests).toHaveLength(0)
  })
})

describe('closing a shift', () => {
  const close = async () => {
    const onClosed = vi.fn()
    await renderApp(<Closing onClosed={onClosed} />, { messages: ['box-office'] })
    await userEvent.type(screen.getByLabelText(text.shift.counted), '1250')
    await userEvent.click(screen.getByRole('button', { name: text.shift.go }))
    return onClosed
  }

  it('sends the count and opens the Z report', async () => {
    server.on(closeShift, () => json({ data: {} }))
    const onClosed = await close()
    await waitFor(() => expect(onClosed).toHaveBeenCalledWith('shift-1'))
    expect(server.sentTo(closeShift)[0]?.body).toEqual({ counted_cash: 1250, note: '' })
  })

  it('asks about a difference first: a shortfall is counted again, or closed all the same', async () => {
    server.on(showShift, () => json({ data: { report: { expected_cash: 1300 } } }))
    server.on(closeShift, () => json({ data: {} }))
    const onClosed = await close()
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('50')
    await userEvent.click(screen.getByRole('button', { name: text.shift.count_again }))
    expect(server.sentTo(closeShift)).toHaveLength(0)
    expect(screen.getByLabelText(text.shift.counted)).toHaveProperty('value', '1250')
    await userEvent.click(screen.getByRole('button', { name: text.shift.go }))
    await userEvent.click(await screen.findByRole('button', { name: text.shift.close_anyway }))
    await waitFor(() => expect(onClosed).toHaveBeenCalledWith('shift-1'))
    expect(server.sentTo(closeShift)).toHaveLength(1)
  })

  it('asks nothing where the count is what the register expects', async () => {
    server.on(showShift, () => json({ data: { report: { expected_cash: 1250 } } }))
    server.on(closeShift, () => json({ data: {} }))
    const onClosed = await close()
    await waitFor(() => expect(onClosed).toHaveBeenCalledWith('shift-1'))
  })

  it('explains that a card payment is still waiting', async () => {
    server.on(closeShift, () => refusal('shift_state', 409, { shift: 'waiting' }))
    const onClosed = await close()
    await screen.findByText(text.shift.waiting)
    expect(onClosed).not.toHaveBeenCalled()
  })
})

const register = {
  device: { uuid: 'd', terminal: null, service: 'sale', branch: 'קופה', label: 'ראשית' },
  seller: 'נועה',
  shift: { uuid: 'shift-1' },
} as Register
const view = (name: keyof typeof text.nav) => screen.getByRole('radio', { name: new RegExp(text.nav[name], 'u') })

describe('what was typed about a shift', () => {
  it('stays while another view of the register is open, and is gone with the shift', async () => {
    server.on(closeShift, () => json({ data: {} }))
    await renderApp(<RegisterScreen register={register} />, { messages: ['box-office'] })
    await userEvent.click(view('shift'))
    await userEvent.type(screen.getByLabelText(text.shift.counted), '1250')
    await userEvent.click(view('tills'))
    await waitFor(() => expect(screen.queryByLabelText(text.shift.counted)).toBeNull())
    await userEvent.click(view('shift'))
    expect(await screen.findByLabelText(text.shift.counted)).toHaveProperty('value', '1250')
    await userEvent.click(screen.getByRole('button', { name: text.shift.go }))
    await waitFor(() => expect(screen.getByLabelText(text.shift.counted)).toHaveProperty('value', ''))
  })
})

describe('the register of this browser', () => {
  const load = () => renderAppHook(() => useQuery(registerQuery))

  it('is none without a pairing, and nothing is requested', async () => {
    const { result } = await load()
    await waitFor(() => expect(result.current.data).toBeNull())
    expect(server.requests).toHaveLength(0)
  })

  it('is forgotten when the server no longer knows the pairing', async () => {
    storeRegisterToken('secret')
    server.on(showRegister, () => refusal('device_unpaired', 401))
    const { result } = await load()
    await waitFor(() => expect(result.current.data).toBeNull())
    expect(registerToken()).toBeUndefined()
  })

  it('stays paired when the server fails', async () => {
    storeRegisterToken('secret')
    server.on(showRegister, () => refusal('internal', 500))
    const { result } = await load()
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(registerToken()).toBe('secret')
  })

  it('belongs to one account only', () => {
    storeRegisterToken('secret')
    expect(registerToken(ACCOUNT)).toBe('secret')
    expect(registerToken('another account')).toBeUndefined()
  })
})
