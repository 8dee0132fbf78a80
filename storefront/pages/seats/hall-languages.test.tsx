import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { LANGS } from '@kartis/i18n/lang.ts'
import ar from '@kartis/i18n/messages/ar/sale.json'
import en from '@kartis/i18n/messages/en/sale.json'
import he from '@kartis/i18n/messages/he/sale.json'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HASH, seatsViewWith, theatreSale, wireOf } from '../../testing/seats.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { SeatsPage } from './seats-page.tsx'

const { prices, bitsWith } = theatreSale()
const NAMES = {
  he: { stalls: 'אולם', front: 'קדמת האולם' },
  en: { stalls: 'Stalls', front: 'Front stalls' },
  ar: { stalls: 'الصالة', front: 'مقدمة الصالة' },
} as const

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe.each(LANGS)('the hall in %s', (lang) => {
  it('has the names of sections and prices in that language: in the offers, the filter, the tray and the list', async () => {
    const { stalls, front } = NAMES[lang]
    const messages = { he, en, ar }[lang].seats
    serve(({ path, method }) => {
      if (path.includes('/seat_map/')) return wireOf()
      if (path.includes('/seats') && method === 'GET')
        return { rev: 1, next_ms: 60_000, hash: HASH, bits: bitsWith(() => true) }
      if (path.includes('/waiting-room')) return { state: 'closed' }
      if (path.endsWith('/availability')) return { events_tickets: [] }
      return { uuid: 'o1', token: 'key', expires_at: new Date(Date.now() + 600_000).toISOString() }
    })
    render(<SeatsPage view={seatsViewWith(prices)} />, { wrapper: inPage(null, lang) })
    const filter = await screen.findByRole('group', { name: messages.prices })
    expect(within(filter).getByText(front)).toBeDefined()
    const best = await screen.findByRole('region', { name: messages.best })
    expect(within(best).getAllByText((text) => text.split(/[,،] /u)[0] === stalls).length).toBeGreaterThan(0)
    fireEvent.click(within(best).getAllByRole('button')[0] as HTMLElement)
    const tray = await screen.findByRole('complementary', { name: messages.cart })
    expect(await within(tray).findByText(stalls)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: messages.list }))
    expect((await screen.findAllByText(stalls)).some(({ tagName }) => tagName === 'BDI')).toBe(true)
  })
})
