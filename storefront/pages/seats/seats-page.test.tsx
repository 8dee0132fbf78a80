import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HASH, seatsViewWith, theatreSale, TYPES, wireOf } from '../../testing/seats.ts'
import { readSeats } from '../../shared/saved-seats.ts'
import { inPage, type ReceivedRequest, refusal, serve } from '../../testing/serve.tsx'
import { SeatsPage } from './seats-page.tsx'

const { sale, prices, bitsWith } = theatreSale()
const wire = wireOf()

/** A sale whose hall is free; orders answer as `respond` says. */
const serveHall = (
  respond: (request: ReceivedRequest) => unknown,
  isFree: (place: number) => boolean = () => true,
  map: typeof wire = wire,
): ReceivedRequest[] => {
  let rev = 0
  return serve((request) => {
    const { path } = request
    if (path.includes('/seat_map/')) return map
    if (path.includes('/seats?') || (path.endsWith('/seats') && request.method === 'GET'))
      return { rev: ++rev, next_ms: 60_000, hash: HASH, bits: bitsWith(isFree) }
    if (path.endsWith('/availability')) return { events_tickets: [] }
    if (path.includes('/waiting-room')) return { state: 'closed' }
    return respond(request)
  })
}

const expires = () => new Date(Date.now() + 600_000).toISOString()
const reserved = () => ({ uuid: 'o1', token: 'key', expires_at: expires() })
const seatsOf = ({ body }: ReceivedRequest): string[] =>
  (body as { items: { seat_uuids: string[] }[] }).items.flatMap(({ seat_uuids }) => seat_uuids)
const writesIn = (requests: readonly ReceivedRequest[]): string[] =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
const open = () => render(<SeatsPage view={seatsViewWith(prices)} />, { wrapper: inPage() })
const best = () => screen.findAllByRole('button', { name: /^(Take|Swap): / })
const tray = () => screen.getByRole('complementary', { name: 'Your seats' })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the page on which seats are chosen', () => {
  it('reserves the whole group by one click, and says so', async () => {
    const requests = serveHall(reserved)
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    expect(await within(tray()).findByText('2 side by side')).toBeDefined()
    expect(writesIn(requests)).toEqual(['POST /public/orders'])
    const post = requests.find(({ method }) => method === 'POST')
    expect(post && seatsOf(post)).toHaveLength(2)
    expect(screen.getByRole('timer')).toBeDefined()
    expect(screen.getByText(/held for you\. Time left/)).toBeDefined()
    // The pressed button is gone: the focus stays in its offer.
    expect(document.activeElement?.textContent).toBe('Held for you')
  })

  it('exchanges the seats by another click', async () => {
    const requests = serveHall(({ method }) => (method === 'PUT' ? { expires_at: expires() } : reserved()))
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    await within(tray()).findByText('2 side by side')
    const [swap] = await screen.findAllByRole('button', { name: /^Swap: / })
    fireEvent.click(swap as HTMLElement)
    await waitFor(() => expect(writesIn(requests)).toEqual(['POST /public/orders', 'PUT /public/orders/o1/seats']))
  })

  it('says why a companion’s place is not sold by itself', async () => {
    serveHall(() => refusal(422, 'validation', { 'items.0.seat_uuids': ['companion_alone'] }))
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    expect((await screen.findByRole('alert')).textContent).toMatch(/companion/iu)
  })

  it('answers seats that were taken a moment ago with what would be accepted now', async () => {
    const offer = [30, 31].map(sale.uuidOf)
    let isFirst = true
    const requests = serveHall((request) => {
      if (!isFirst) return reserved()
      isFirst = false
      return refusal(409, 'seat_taken', { seats: seatsOf(request), offer })
    })
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    expect(await screen.findByRole('heading', { name: 'These places were taken a moment ago' })).toBeDefined()
    const take = screen.getByRole('button', { name: 'Take these seats' })
    take.focus()
    fireEvent.click(take)
    await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2))
    expect(seatsOf(requests.findLast(({ method }) => method === 'POST') as ReceivedRequest)).toEqual(offer)
    await waitFor(() => expect(screen.queryByRole('heading', { name: /taken a moment ago/ })).toBeNull())
    expect(document.activeElement?.textContent).toBe('Your seats')
  })

  it('keeps the offer in place of lost seats to what is free, as long as it is shown', async () => {
    const offer = [30, 31].map(sale.uuidOf)
    let taken: readonly number[] = []
    const requests = serveHall(
      (request) => {
        if (request.method !== 'POST' || taken.length > 0) return reserved()
        // By the time that this reply is read, somebody else has the offered seats as well.
        taken = [30, 31]
        return refusal(409, 'seat_taken', { seats: seatsOf(request), offer })
      },
      (place) => !taken.includes(place),
    )
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    expect(await screen.findByText(/The seats that we offered are taken as well; these/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Take these seats' }))
    await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2))
    const sent = seatsOf(requests.findLast(({ method }) => method === 'POST') as ReceivedRequest)
    expect(sent).toHaveLength(2)
    expect(sent.some((seat) => offer.includes(seat))).toBe(false)
  })

  it('sends the chosen ticket types when the buyer goes on', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const requests = serveHall(({ method }) => (method === 'PUT' ? { expires_at: expires() } : reserved()))
    open()
    // Of the offers, the one of the category that soldiers buy as well.
    fireEvent.click((await best())[2] as HTMLElement)
    fireEvent.click(await screen.findByRole('button', { name: 'Change ticket types' }))
    fireEvent.click(screen.getByRole('button', { name: 'More, soldier' }))
    await waitFor(() => expect(within(tray()).getAllByText('₪310.00').length).toBeGreaterThan(0))
    fireEvent.click(within(tray()).getByRole('button', { name: /^Continue/ }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/order/checkout/o1'))
    expect(readSeats('o1')).toEqual([expect.stringMatching(/^Stalls · Row .*, seats .*14–15/)])
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      items: [
        { events_ticket_uuid: 'hall', quantity: 1 },
        { events_ticket_uuid: 'soldier', quantity: 1 },
      ],
    })
  })

  it('has the same groups in native controls: sections that open, rows with a legend, radios', async () => {
    const requests = serveHall(reserved)
    open()
    await best()
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    const sections = await screen.findAllByRole('button', { expanded: false })
    expect(sections.some(({ textContent }) => textContent?.includes('Accessible places'))).toBe(true)
    const [row] = screen.getAllByRole('group', { name: /^Row / })
    const [radio] = within(row as HTMLElement).getAllByRole('radio')
    fireEvent.click(radio as HTMLElement)
    await waitFor(() => expect(writesIn(requests)).toEqual(['POST /public/orders']))
    await waitFor(() => expect(screen.getAllByRole('radio', { checked: true }).length).toBeGreaterThan(1))
  })

  it('offers groups of the party’s size, and never more people than one order may have', async () => {
    serveHall(reserved)
    render(<SeatsPage view={seatsViewWith(prices, { orderLimit: 4, ticketTypes: TYPES })} />, { wrapper: inPage() })
    await best()
    const people = screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).name === 'people')
    expect(people).toHaveLength(4)
    fireEvent.click(people[3] as HTMLElement)
    expect((await screen.findAllByText('₪880.00')).length).toBeGreaterThan(0)
  })

  it('takes the same seats once the phone that was asked for is verified', async () => {
    const orders = (requests: readonly ReceivedRequest[]) => requests.filter(({ path }) => path === '/public/orders')
    const sent = { phones_id: 'p1', expires_at: expires(), resend_at: expires() }
    const requests = serveHall(({ path }) => {
      if (path === '/login') return sent
      if (path === '/login/authenticate') return { token: 'signed-in' }
      return orders(requests).length === 1 ? refusal(422, 'phone_unverified') : reserved()
    })
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    const phone = await screen.findByRole('textbox')
    fireEvent.change(phone, { target: { value: '0524187730' } })
    fireEvent.submit(phone.closest('form') as HTMLFormElement)
    fireEvent.change(await screen.findByLabelText('Verification code'), { target: { value: '123456' } })
    expect(await within(await screen.findByRole('complementary')).findByText('2 side by side')).toBeDefined()
    const [first, second] = orders(requests)
    expect(first && second && seatsOf(second)).toEqual(first && seatsOf(first))
    expect(second?.headers.get('authorization')).toBe('Bearer signed-in')
  })

  it('finds the seats that this browser holds when it comes back', async () => {
    serveHall(reserved)
    const first = open()
    fireEvent.click((await best())[0] as HTMLElement)
    await within(tray()).findByText('2 side by side')
    first.unmount()
    open()
    expect(await within(tray()).findByText('2 side by side')).toBeDefined()
  })
})

describe('an offer that somebody else was quicker to take', () => {
  it('gives way to the best that are left at its price, and the page says which', async () => {
    const others = [40, 41].map(sale.uuidOf)
    const requests = serveHall(({ body }) => {
      const [item] = (body as { items: { events_ticket_uuid: string; quantity: number }[] }).items
      return { ...reserved(), items: [{ ...item, seat_uuids: others }] }
    })
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    expect((await screen.findAllByText(/Somebody was quicker .* Row .*/)).length).toBeGreaterThan(0)
    const post = requests.find(({ method }) => method === 'POST')
    expect(post?.body).toMatchObject({ items: [{ quantity: 2, best: {} }] })
    expect(await within(tray()).findByText('2 side by side')).toBeDefined()
    expect(localStorage.getItem(`kartis.hold.${seatsViewWith(prices).uuid}`)).toContain(others[0])
  })
})

it.each([
  ['both', 'Back to the map'],
  ['best', 'Back to the offers'],
] as const)('the note of refused seats leads back to where others are chosen: %s', async (pick, name) => {
  serveHall((request) => refusal(409, 'seat_taken', { seats: seatsOf(request), offer: [] }))
  const view = seatsViewWith(prices)
  const { rules } = view.seatMap
  const seatMap = { ...view.seatMap, rules: { ...rules, pick } }
  render(<SeatsPage view={{ ...view, seatMap }} />, { wrapper: inPage() })
  fireEvent.click((await best())[0] as HTMLElement)
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Back to the (?:map|list|offers)$/ })).toBeNull())
})

describe('the view from a section', () => {
  it('is shown with the held seats, where the producer has a picture of it', async () => {
    const view = '01900000-0000-7000-8000-0000000000aa'
    const { document } = wire
    const [first] = document.sections
    const pictured = {
      ...wire,
      document: { ...document, sections: document.sections.map((each) => (each === first ? { ...each, view } : each)) },
    }
    serveHall(reserved, () => true, pictured)
    open()
    expect(screen.queryByRole('img', { name: /^View from/ })).toBeNull()
    fireEvent.click((await best())[0] as HTMLElement)
    const picture = await within(tray()).findByRole('img', { name: 'View from Stalls' })
    expect(picture.getAttribute('src')).toBe(`/files/${view}?w=640`)
  })
})

describe('seats that need not be together', () => {
  it('takes seats one by one where the buyer wants them apart, and says when all are chosen', async () => {
    const requests = serveHall(({ method }) => (method === 'PUT' ? { expires_at: expires() } : reserved()))
    open()
    await best()
    fireEvent.click(screen.getByRole('switch', { name: 'Choose seats one by one, even apart' }))
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    // The list is cut anew around what is held: a place is found by its number.
    const places = (await screen.findAllByRole('checkbox')).map((box) => (box as HTMLInputElement).value)
    const seat = (index: number) =>
      document.querySelector<HTMLInputElement>(`input[type=checkbox][value="${places[index]}"]`) as HTMLInputElement
    fireEvent.click(seat(0))
    await waitFor(() => expect(writesIn(requests)).toEqual(['POST /public/orders']))
    await waitFor(() => expect(seat(0).checked).toBe(true))
    fireEvent.click(seat(4))
    await waitFor(() => expect(writesIn(requests)).toHaveLength(2))
    const put = requests.find(({ method }) => method === 'PUT')
    expect(put && seatsOf(put)).toHaveLength(2)
    await waitFor(() => expect(seat(4).checked).toBe(true))
    const other = screen
      .getAllByRole('checkbox', { checked: false })
      .find((box) => box.getAttribute('name') === 'group')
    fireEvent.click(other as HTMLElement)
    expect((await screen.findAllByText(/All 2 seats are chosen/)).length).toBeGreaterThan(0)
    expect(writesIn(requests)).toHaveLength(2)
  })
})

describe('the focus on the choice of seats', () => {
  it('goes to the first of the groups that “more” adds', async () => {
    serveHall(reserved)
    open()
    await best()
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    const [more] = await screen.findAllByRole('button', { name: /more groups? in this row$/ })
    const row = more?.closest('fieldset')
    const before = new Set(row?.querySelectorAll('input'))
    fireEvent.click(more as HTMLElement)
    const added = [...(row?.querySelectorAll('input') ?? [])].filter((input) => !before.has(input))
    expect(added.length).toBeGreaterThan(0)
    expect(document.activeElement).toBe(added[0])
  })

  it('goes to the cart when the seats are given up, whose button is gone then', async () => {
    serveHall(reserved)
    open()
    fireEvent.click((await best())[0] as HTMLElement)
    const release = await screen.findByRole('button', { name: 'Give up these seats' })
    release.focus()
    fireEvent.click(release)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Give up these seats' })).toBeNull())
    expect(document.activeElement?.textContent).toBe('Your seats')
  })
})
