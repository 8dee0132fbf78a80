import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HASH, seatsViewWith, theatreSale, wireOf } from '../../testing/seats.ts'
import { inPage, type ReceivedRequest, refusal, serve } from '../../testing/serve.tsx'
import { SeatsPage } from './seats-page.tsx'

const { sale, prices, bitsWith } = theatreSale()
const expires = () => new Date(Date.now() + 600_000).toISOString()
const seatsOf = ({ body }: ReceivedRequest): string[] =>
  (body as { items: { seat_uuids: string[] }[] }).items.flatMap(({ seat_uuids }) => seat_uuids)

/** The list of a free hall, whose server answers a swap as `respond` says. */
const openList = async (respond: (request: ReceivedRequest) => unknown = () => ({ expires_at: expires() })) => {
  let rev = 0
  const requests = serve((request) => {
    const { path, method } = request
    if (path.includes('/seat_map/')) return wireOf()
    if (path.includes('/seats?') || (path.endsWith('/seats') && method === 'GET'))
      return { rev: ++rev, next_ms: 60_000, hash: HASH, bits: bitsWith(() => true) }
    if (path.endsWith('/availability')) return { events_tickets: [] }
    if (path.includes('/waiting-room')) return { state: 'closed' }
    return method === 'PUT' ? respond(request) : { uuid: 'o1', token: 'key', expires_at: expires() }
  })
  render(<SeatsPage view={seatsViewWith(prices)} />, { wrapper: inPage() })
  fireEvent.click(await screen.findByRole('button', { name: 'List' }))
  await screen.findAllByRole('group', { name: /^Row / })
  return { requests, writes: () => requests.filter(({ method }) => method === 'POST' || method === 'PUT') }
}
const groups = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input[name=group]')]
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const tray = () => screen.getByRole('complementary', { name: 'Your seats' })

/** Holds the first group of the list and asks for the third, which is refused with the offer of the held ones. */
const refuseThird = async () => {
  let held: string[] = []
  const list = await openList(() => refusal(409, 'orphan_seat', { seats: [], offer: held }))
  fireEvent.click(groups()[0] as HTMLInputElement)
  await within(tray()).findByText('2 side by side')
  held = seatsOf(list.writes()[0] as ReceivedRequest)
  await waitFor(() => expect(groups()[2]?.getAttribute('aria-busy')).toBe('false'))
  const refused = groups()[2] as HTMLInputElement
  refused.focus()
  fireEvent.click(refused)
  const heading = await screen.findByRole('heading', { name: /A single seat would be left/ })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  return { ...list, held, refused: refused.value }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the keys of the list of seats', () => {
  it('arrows move the focus from group to group and hold nothing, Enter takes', async () => {
    const { writes } = await openList()
    const [first, second] = groups()
    first?.focus()
    press('ArrowDown')
    expect(document.activeElement).toBe(second)
    press('ArrowUp')
    press('ArrowUp')
    expect(document.activeElement).toBe(groups().at(-1))
    press('ArrowRight')
    expect(document.activeElement).toBe(first)
    expect(writes()).toEqual([])
    press('Enter')
    await within(tray()).findByText('2 side by side')
    expect(writes()).toHaveLength(1)
  })

  it('leaves keys with a modifier to the browser, and those of other controls', async () => {
    await openList()
    const [first] = groups()
    first?.focus()
    fireEvent.keyDown(first as HTMLInputElement, { key: 'ArrowLeft', altKey: true })
    expect(document.activeElement).toBe(first)
    const price = screen.getByRole('button', { name: /All prices/ })
    price.focus()
    press('ArrowDown')
    expect(document.activeElement).toBe(price)
  })
})

describe('a group of the list that is refused', () => {
  it('leads back to that group, from which the arrows go on', async () => {
    const { refused } = await refuseThird()
    const back = screen.getByRole('button', { name: 'Back to the list' })
    expect(screen.queryByRole('button', { name: 'Back to the map' })).toBeNull()
    back.focus()
    fireEvent.click(back)
    expect((document.activeElement as HTMLInputElement).value).toBe(refused)
    press('ArrowDown')
    expect(document.activeElement).toBe(groups()[3])
  })

  it('is answered with other seats than the held ones, which may be kept', async () => {
    const { held, writes } = await refuseThird()
    const keep = screen.getByRole('button', { name: /^Stay with yours: Row / })
    fireEvent.click(screen.getByRole('button', { name: 'Take these seats' }))
    await waitFor(() => expect(writes()).toHaveLength(3))
    expect(seatsOf(writes()[2] as ReceivedRequest)).not.toEqual(held)
    expect(keep.isConnected).toBe(false)
  })

  it('leaves the held seats as they are where they are kept, and goes on at them', async () => {
    const { held, writes } = await refuseThird()
    const keep = screen.getByRole('button', { name: /^Stay with yours/ })
    keep.focus()
    fireEvent.click(keep)
    expect(document.activeElement?.textContent).toBe('Your seats')
    expect(writes()).toHaveLength(2)
    expect(
      groups()
        .filter(({ checked }) => checked)
        .map(({ value }) => value),
    ).toEqual([String(sale.placeOf(held[0] ?? ''))])
  })
})
