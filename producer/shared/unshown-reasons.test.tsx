import { putSeating } from '@kartis/contract/event-seating.ts'
import validation from '@kartis/i18n/messages/he/validation.json'
import { Button } from '@kartis/ui/components/button.tsx'
import { toasts } from '@kartis/ui/components/toast.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useTranslation } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { json, refusal, stubServer } from '../testing/server.ts'
import { api } from './api.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { useMutation } from './use-mutation.ts'

/** Shows what the server says of its one field, `price`. */
function Price() {
  const { i18n } = useTranslation()
  const saving = useMutation({
    mutationFn: () => api(putSeating, { params: { uuid: 'event-1' }, body: { venues_map_uuid: 'map-1', prices: [] } }),
  })
  const wrong = fieldErrorsOf(i18n, saving.error)['price']
  return (
    <>
      {wrong !== undefined && <p role="alert">{wrong}</p>}
      <Button onClick={() => saving.mutate()}>{`שמירה ${saving.status}`}</Button>
    </>
  )
}

const saveRefused = async (detail: Record<string, readonly string[]>) => {
  stubServer().on(putSeating, () => refusal('validation', 422, detail))
  await renderApp(<Price />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByText('שמירה error')).toBeTruthy())
  await vi.advanceTimersByTimeAsync(1000)
}

beforeEach(() => {
  stubServer().on(putSeating, () => json({ data: {} }))
})
afterEach(() => void vi.useRealTimers())

describe('a validation refusal', () => {
  it('of a field that the screen shows needs no toast', async () => {
    await saveRefused({ price: ['too_big'] })
    expect(screen.getByText(validation.too_big)).toBeTruthy()
    expect(toasts.read()).toEqual([])
  })

  it('of a field that no form has is said in a toast, with the name of the field', async () => {
    await saveRefused({ 'categories.0.price': ['too_big'] })
    expect(toasts.read()).toMatchObject([{ text: `${validation.too_big} (\u2066categories.0.price\u2069)` }])
  })

  it('of several fields says what is not on the screen', async () => {
    await saveRefused({ price: ['too_big'], prices: ['too_many'] })
    expect(toasts.read()).toMatchObject([{ text: `${validation.too_many} (\u2066prices\u2069)` }])
  })
})
