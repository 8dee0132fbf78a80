import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { LANGS, type Lang } from '@kartis/i18n/lang.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HASH, seatsViewWith, theatreSale, wireOf } from '../../testing/seats.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { SeatsPage } from './seats-page.tsx'

const { prices, bitsWith } = theatreSale()
const wire = wireOf()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Seats that are held for so many seconds, and what the live region of the time says from now on, each text once. */
const hold = async (seconds: number, lang: Lang = 'en') => {
  let ends = 0
  serve(({ path, method }) => {
    if (path.includes('/seat_map/')) return wire
    if (path.includes('/seats?') || (path.endsWith('/seats') && method === 'GET'))
      return { rev: 1, next_ms: 60_000, hash: HASH, bits: bitsWith(() => true) }
    if (path.endsWith('/availability')) return { events_tickets: [] }
    if (path.includes('/waiting-room')) return { state: 'closed' }
    if (path.endsWith('/extend')) ends = Date.now() + 600_000
    return { uuid: 'o1', token: 'key', expires_at: new Date(ends).toISOString() }
  })
  render(<SeatsPage view={seatsViewWith(prices)} />, { wrapper: inPage(null, lang) })
  const take = { he: /^לקחת/u, en: /^Take/u, ar: /^حجز/u }[lang]
  const [best] = await screen.findAllByRole('button', { name: take })
  // From here on time passes second by second: everything that comes from the API has come.
  vi.useFakeTimers()
  ends = Date.now() + seconds * 1000
  fireEvent.click(best as HTMLElement)
  await act(() => vi.advanceTimersByTimeAsync(1))
  const timer = screen.getByRole('timer')
  const region = timer.parentElement?.querySelector('[aria-live="polite"]')
  const spoken: string[] = []
  let last = ''
  const hear = (): void => {
    const text = region?.textContent ?? ''
    if (text !== '' && text !== last) spoken.push(text)
    last = text
  }
  hear()
  return {
    spoken,
    pass: async (count: number): Promise<void> => {
      for (let second = 0; second < count; second++) {
        await act(() => vi.advanceTimersByTimeAsync(1000))
        hear()
      }
    },
  }
}

describe('the last minutes of a hold', () => {
  it('are spoken to a screen reader twice, at two minutes and at half a minute, and its end as an alert', async () => {
    const { spoken, pass } = await hold(150)
    expect(spoken).toEqual([])
    await pass(40)
    expect(spoken).toEqual(['Time left: 02:00'])
    await pass(90)
    expect(spoken).toEqual(['Time left: 02:00', 'Time left: 00:30'])
    await pass(25)
    expect(spoken).toHaveLength(2)
    expect(screen.getByRole('alert').textContent).toMatch(/time/i)
  })

  it('are spoken as they are to whoever comes later', async () => {
    const { spoken, pass } = await hold(80)
    await pass(1)
    expect(spoken).toHaveLength(1)
    expect(spoken[0]).toMatch(/^Time left: 01:(?:20|19|18)$/u)
    await pass(60)
    expect(spoken.at(-1)).toBe('Time left: 00:30')
  })

  it('are spoken again after the hold was extended', async () => {
    const { spoken, pass } = await hold(125)
    await pass(10)
    expect(spoken).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: /more minutes/u }))
    await pass(472)
    expect(spoken).toHaveLength(1)
    await pass(100)
    expect(spoken).toEqual(['Time left: 02:00', 'Time left: 02:00', 'Time left: 00:30'])
  })

  it.each(LANGS)('are spoken in the texts of the page: %s', async (lang) => {
    const { spoken, pass } = await hold(121, lang)
    await pass(3)
    const texts = { he: 'הזמן שנותר: 02:00', en: 'Time left: 02:00', ar: 'الوقت المتبقي: 02:00' }
    expect(spoken).toEqual([texts[lang]])
  })
})
