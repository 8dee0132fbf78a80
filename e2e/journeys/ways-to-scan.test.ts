import type { Ticket } from '@kartis/contract/tickets.ts'
import { openCheckIn } from '../fake-camera/check-in.ts'
import { videoOfText } from '../fake-camera/video.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { scanByKeyboard } from '../fixtures/keyboard-scanner.ts'
import { asHeadline, t } from '../fixtures/messages.ts'
import { oldCodeOf } from '../fixtures/old-code.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { scanPage } from '../pages/scan.ts'

const NAME = 'נועה ברקן'

const resultOn = (page: Page) => page.locator('dialog[open]:is([data-state="success"], [data-state="fail"])')

/** What the page says of a scan: the ticket that it admitted, or the refusal. */
const verdictOf = async (page: Page, ticket: Ticket): Promise<string> => {
  const result = resultOn(page)
  await expect(result).toBeVisible({ timeout: 25_000 })
  const isAdmitted = (await result.getAttribute('data-state')) === 'success'
  await expect(result).toContainText(ticket.number)
  if (isAdmitted) await expect(result).toContainText(NAME)
  else await expect(result).toContainText(asHeadline(t('errors:S2')))
  await scanPage(page).close()
  return isAdmitted ? 'admitted' : 'S2'
}

type Way = (page: Page, text: string) => Promise<void>

const byKeyboard: Way = scanByKeyboard
const intoField: Way = async (page, text) => {
  await page.getByRole('textbox', { name: t('scan:manual.label') }).focus()
  await scanByKeyboard(page, text)
}
const typed: Way = (page, text) => scanPage(page).type(text)

/** A code that comes again within 1.5 s counts as still in sight: it is read again until the page says something. */
const verdictBy = async (read: Way, page: Page, text: string, ticket: Ticket): Promise<string> => {
  await expect(async () => {
    await read(page, text)
    await expect(resultOn(page)).toBeVisible({ timeout: 5000 })
  }).toPass()
  return verdictOf(page, ticket)
}

for (const [name, codeOf] of [
  ['a code of digits (K2)', (_event: string, { code }: Ticket) => code],
  ['a code of before (K1)', oldCodeOf],
] as const)
  test(`${name} gets the same verdicts from the camera, from a scanner that types in Hebrew, and typed`, async ({
    visit,
    pageErrors,
  }) => {
    test.setTimeout(120_000)
    pageErrors.allow(/status of 409 .*\/scan_ticket/u) // the second scan of each ticket
    const sale = await newFreeSale()
    const event = sale.event.uuid
    const { tickets } = await orderFree(sale, { name: NAME, quantity: 4 })
    const [seen, ...others] = tickets
    if (!seen) throw new Error('the order has no tickets')
    const inside = await visit(sale.producer)
    const scan = scanPage(inside)
    await scan.open(event)
    await scan.expectCounters(0, 4, 4)

    const verdicts: Record<string, string[]> = {}
    const ways = { 'scanner that types': byKeyboard, 'the same into a field': intoField, typed }
    for (const [place, [way, read]] of Object.entries(ways).entries()) {
      const ticket = others[place]
      if (!ticket) throw new Error('the order has too few tickets')
      verdicts[way] = []
      for (let time = 0; time < 2; time++)
        verdicts[way].push(await verdictBy(read, inside, codeOf(event, ticket), ticket))
    }

    const device = await openCheckIn(inside.context(), videoOfText(codeOf(event, seen)), pageErrors)
    try {
      await scanPage(device.page).open(event)
      await scanPage(device.page).start()
      verdicts['camera'] = [await verdictOf(device.page, seen), await verdictOf(device.page, seen)]
      await scanPage(device.page).stop()
      await scanPage(device.page).expectCounters(4, 0, 4)
    } finally {
      await device.close()
    }
    const same = ['admitted', 'S2']
    expect(verdicts).toEqual({ 'scanner that types': same, 'the same into a field': same, typed: same, camera: same })
  })

test('the printed number gets the same verdicts with and without its hyphen where it is typed, and a scanner outside of the field is refused', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409 .*\/scan_ticket/u) // the second scan of each ticket
  const sale = await newFreeSale()
  const { tickets } = await orderFree(sale, { name: NAME, quantity: 3 })
  const page = await visit(sale.producer)
  await scanPage(page).open(sale.event.uuid)
  await scanPage(page).expectCounters(0, 3, 3)
  // A picture of a guessed number proves nothing.
  await byKeyboard(page, tickets[0]?.number ?? '')
  await expect(resultOn(page)).toContainText(t('scan:result.only_number'))
  await scanPage(page).close()
  const withHyphen = ({ number }: Ticket): string => number
  const withoutHyphen = ({ number }: Ticket): string => number.replace('-', '')
  const ways: [Way, (ticket: Ticket) => string, (ticket: Ticket) => string][] = [
    [typed, withHyphen, withoutHyphen],
    [typed, withoutHyphen, withHyphen],
    [intoField, withoutHyphen, withHyphen],
  ]
  for (const [place, [read, first, again]] of ways.entries()) {
    const ticket = tickets[place]
    if (!ticket) throw new Error('the order has too few tickets')
    expect(await verdictBy(read, page, first(ticket), ticket)).toBe('admitted')
    expect(await verdictBy(read, page, again(ticket), ticket)).toBe('S2')
  }
  await scanPage(page).expectCounters(3, 0, 3)
})
