import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inPage, type ReceivedRequest, refusal, serve } from '../testing/serve.tsx'
import { useApi } from './api.ts'
import { useCodeEntry } from './code-input.tsx'
import { useSubmit } from './use-submit.ts'

const Form = () => {
  const api = useApi()
  const [busy, submit] = useSubmit(async () => {
    const body = { phone_country_code: '972', phone_number: '0501234567', purpose: 'sign_in' } as const
    return (await api('POST', '/v1/login', { body })).ok
  })
  return (
    <button type="button" aria-busy={busy} onClick={() => submit()}>
      {'Send'}
    </button>
  )
}

const CodeForm = () => {
  const api = useApi()
  const { busy, submit, field } = useCodeEntry(async (code) => {
    const result = await api('POST', '/v1/login/authenticate', { body: { method_id: 'm1', code } })
    return result.ok ? undefined : result
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <input aria-label="Code" value={field.value} onChange={(change) => field.onType(change.target.value)} />
      <button type="submit" aria-busy={busy}>
        {'Send'}
      </button>
    </form>
  )
}

let requests: ReceivedRequest[]
let reply: () => unknown
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  sessionStorage.clear()
  reply = () => ({})
  requests = serve(() => reply())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (form: React.ReactNode) => {
  const Page = inPage()
  render(<Page>{form}</Page>)
}
const press = async (times: number, apartMs = 0) =>
  act(async () => {
    for (let time = 0; time < times; time++) {
      screen.getByRole('button', { hidden: true }).click()
      vi.setSystemTime(Date.now() + apartMs)
    }
  })
const keys = () => new Set(requests.map(({ headers }) => headers.get('idempotency-key')))

describe('a form that is submitted by useSubmit', () => {
  it.each([0, 30, 59])('sends one request with one key for two presses %i ms apart', async (apart) => {
    show(<Form />)
    await press(2, apart)
    expect(requests).toHaveLength(1)
    expect([...keys()]).toEqual([expect.stringMatching(/^[\da-f]{32}$/u)])
  })

  it('takes a press just after the reply for the same one, and a later press for another', async () => {
    show(<Form />)
    await press(1)
    vi.setSystemTime(Date.now() + 60)
    await press(1)
    expect(requests).toHaveLength(1)
    vi.setSystemTime(Date.now() + 2000)
    await press(1)
    expect(requests).toHaveLength(2)
    expect(keys().size).toBe(2)
  })

  it('may be tried again at once when it was refused, and with the same key when the reply was lost', async () => {
    reply = () => refusal(422, 'validation')
    show(<Form />)
    await press(1)
    await press(1)
    expect([requests.length, keys().size]).toEqual([2, 2])
    reply = () => {
      throw new TypeError('Failed to fetch')
    }
    await press(1)
    const lost = requests.length
    await press(1)
    const sent = requests.slice(lost - 1).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(sent).size).toBe(1)
  })
})

describe('a code that is entered by useCodeEntry', () => {
  it('is sent once for two presses, and not at all before it is whole', async () => {
    show(<CodeForm />)
    await press(2)
    expect(requests).toEqual([])
    await act(async () => {
      const input = screen.getByLabelText('Code')
      Reflect.set(HTMLInputElement.prototype, 'value', '123456', input)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await press(2, 30)
    expect(requests).toHaveLength(1)
  })
})
