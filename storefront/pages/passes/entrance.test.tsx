import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PassesView } from '../../state/order-state.ts'
import { inPage } from '../../testing/serve.tsx'
import { Entrance } from './entrance.tsx'

const SIX = 6
const VIEW = {
  total: SIX,
  before: 0,
  holder: '',
  day: 'Thursday',
  start: '21:00',
  doors: '20:00',
  event: { name: 'Show' },
  passes: Array.from({ length: SIX }, (_, place) => ({
    uuid: `t${place + 1}`,
    number: `101081-${place + 1}`,
    name: 'Adult',
    state: 'valid',
    qr: { path: 'M2 2h7v1h-7z', size: 29 },
  })),
} as unknown as PassesView

const requested: string[] = []
let released = 0
const lock = { release: async () => void (released += 1) }

beforeEach(() => {
  requested.length = 0
  released = 0
  const wakeLock = { request: async (type: string) => (requested.push(type), lock) }
  Object.defineProperty(navigator, 'wakeLock', { value: wakeLock, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  vi.restoreAllMocks()
})

const open = async (lang: 'en' | 'he' = 'en') => {
  const Page = inPage(null, lang)
  const nothing = () => undefined
  let view: ReturnType<typeof render> | undefined
  await act(async () => {
    view = render(
      <Page>
        <Entrance
          view={VIEW}
          stored={false}
          listHref="/list"
          ownHref="/list?show=entrance"
          pageHref={String}
          onClose={nothing}
        />
      </Page>,
    )
  })
  if (!view) throw new Error('not rendered')
  return view
}

const settled = () => act(async () => undefined)

describe('the code on the full screen', () => {
  it('keeps the screen awake, again after the page was hidden, and no longer once it is closed', async () => {
    const { unmount } = await open()
    await settled()
    expect(requested).toEqual(['screen'])
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(requested).toEqual(['screen', 'screen'])
    unmount()
    await settled()
    expect(released).toBe(1)
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(requested).toHaveLength(2)
  })

  it('is shown all the same where the browser refuses to keep the screen awake', async () => {
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: async () => Promise.reject(new DOMException('low battery', 'NotAllowedError')) },
      configurable: true,
    })
    await open()
    expect(screen.getByText('101081-1')).toBeDefined()
  })

  it.each([
    ['en', 1],
    ['he', -1],
  ] as const)('says which of six it is and follows a swipe, in %s', async (lang, direction) => {
    await open(lang)
    expect(document.body.textContent).toMatch(/1\D{1,12}6/u)
    const track = screen.getByRole('list')
    expect(track.children).toHaveLength(SIX)
    const dots = () => Array.from(document.querySelectorAll('footer i'), (dot) => dot.hasAttribute('data-on'))
    expect(dots().indexOf(true)).toBe(0)
    Object.defineProperty(track, 'clientWidth', { value: 390 })
    Object.defineProperty(track, 'scrollLeft', { value: direction * 390 * 2, writable: true })
    fireEvent.scroll(track)
    expect(dots().indexOf(true)).toBe(2)
    Object.defineProperty(track, 'scrollLeft', { value: direction * 390 * 5, writable: true })
    fireEvent.scroll(track)
    expect(dots().indexOf(true)).toBe(5)
    const ways = screen.getAllByRole('button')
    expect(ways.filter((way) => (way as HTMLButtonElement).disabled)).toHaveLength(1)
  })
})
