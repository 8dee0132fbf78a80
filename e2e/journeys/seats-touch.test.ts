import { listEventSeats } from '@kartis/contract/event-seating.ts'
import type { Page } from '@playwright/test'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

type At = readonly [x: number, y: number]

/** Pixels from place to place, as a phone first shows them. */
const SPACING = 26

/** Real fingers: what Chromium makes of touches, with its own panning and zooming of pages. */
const fingersOn = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly At[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  const STEPS = 8
  /** Fingers go from where they are put down to where they are lifted. */
  const move = async (from: readonly At[], to: readonly At[]): Promise<void> => {
    await send('touchStart', from)
    for (let step = 1; step <= STEPS; step++)
      await send(
        'touchMove',
        from.map(([x, y], finger): At => {
          const [endX, endY] = to[finger] ?? [x, y]
          return [x + ((endX - x) * step) / STEPS, y + ((endY - y) * step) / STEPS]
        }),
      )
    await send('touchEnd', [])
  }
  return { move, tap: (at: At) => move([at], [at]) }
}

test('by finger a place is tapped, the hall is pinched about the middle of two fingers and moved by one, and the page stays', async ({
  page,
}) => {
  const sale = await newSeatedSale(180)
  const held = async (): Promise<string> => {
    const query = { filter: { standing: 'held' as const } }
    const { data } = await sale.producer.call(listEventSeats, { params: { uuid: sale.event.uuid }, query })
    return data.map(({ row, number }) => `${row} ${number}`).join()
  }
  await page.goto(`/order/${sale.event.slug}/seats`)
  await page.getByRole('radio', { name: '1', exact: true }).first().check()
  const hall = page.getByRole('application')
  const { move, tap } = await fingersOn(page)
  const drawing = () =>
    hall
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const centre = async (): Promise<At> => {
    await hall.scrollIntoViewIfNeeded()
    const box = await hall.boundingBox()
    if (!box) throw new Error('no hall')
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  /** Taps, and says which place is held then. */
  const tapped = async (at: At, last: string): Promise<string> => {
    await tap(at)
    await expect.poll(held).not.toBe(last)
    return held()
  }
  // The strip of the time moves the page: from here on it stands.
  const first = await tapped(await centre(), '')
  await expect(page.getByRole('timer')).toBeVisible()
  const middle = await centre()
  const beside = (x: number): At => [middle[0] + x, middle[1]]
  const view = () => page.evaluate(() => [visualViewport?.scale, scrollX, scrollY])
  const before = await view()
  // Two places of one row, each by a tap on it.
  const second = await tapped(beside(2 * SPACING), first)
  expect(second.split(' ')[0]).toBe(first.split(' ')[0])

  // A pinch takes nothing, and makes the hall larger about the middle of the fingers.
  const small = await drawing()
  await move([beside(-40), beside(40)], [beside(-60), beside(60)])
  await expect.poll(drawing).not.toBe(small)
  expect(await held()).toBe(second)
  expect(await tapped(middle, second)).toBe(first)
  expect(await tapped(beside(3 * SPACING), first)).toBe(second)

  // One finger moves the hall and takes nothing, a short way as well.
  await move([middle], [beside(-12)])
  await move([middle], [beside(-2 * SPACING + 12)])
  expect(await held()).toBe(second)
  expect(await tapped(beside(-2 * SPACING), second)).toBe(first)
  expect(await view()).toEqual(before)
})
