import { createCoupon } from '@kartis/contract/coupons.ts'
import { createForm } from '@kartis/contract/forms.ts'
import { createVenue } from '@kartis/contract/venues.ts'
import { createSale } from '@kartis/testing/sales.ts'
import type { Locator } from '@playwright/test'
import { orderFree } from '../fixtures/buy.ts'
import { t } from '../fixtures/messages.ts'
import { newPhone, newProducer, signIn } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { newMember } from '../fixtures/team.ts'
import { salePage } from '../pages/sale.ts'

/** A word that no message of the product contains. */
const MARK = 'Zyxw'

/**
 * The elements that show a text of a user without isolating it: `Zyxw!` would then turn the punctuation and the order of
 * what stands beside it. A text is isolated by `bdi`, by `dir="auto"`, by a field, or by the isolates of a message.
 */
const unisolated = (page: Page): Promise<string[]> =>
  page.evaluate((mark) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { textContent, parentElement: element } = walker.currentNode
      const bare = (textContent ?? '').replaceAll(/[\u2066-\u2068][^\u2069]*\u2069/gu, '')
      if (!element || !bare.includes(mark) || element.closest('script, style, option, textarea, bdi, [dir="auto"]'))
        continue
      if (getComputedStyle(element).unicodeBidi === 'plaintext') continue
      found.push(`${element.tagName.toLowerCase()}.${element.className}: ${bare.trim().slice(0, 60)}`)
    }
    return [...new Set(found)]
  }, MARK)

/** The page that is open: the mark appears on it, and nowhere without isolation. */
const lookHere = async (page: Page): Promise<string[]> => {
  await expect(page.getByText(MARK).locator('visible=true').first()).toBeVisible()
  return unisolated(page)
}

/** The pages on which the mark must appear at least once, and nowhere without isolation. */
const look = async (page: Page, paths: readonly string[]): Promise<void> => {
  const wrong: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path)
    const found = await lookHere(page)
    if (found.length > 0) wrong[path] = found
  }
  expect(wrong).toEqual({})
}

test('texts of users are isolated wherever both sites show them', async ({ visit, browser }) => {
  const producer = await newProducer()
  const { data: form } = await producer.call(createForm, {
    body: {
      name: `${MARK}! טופס`,
      fields: [{ type: 'select', name: `${MARK}? שאלה`, description: `${MARK}. הסבר`, options: [`${MARK}!`, 'ב'] }],
    },
  })
  await producer.call(createVenue, {
    body: {
      name: `${MARK}! אולם`,
      address_street: `${MARK}. רחוב`,
      address_city: `${MARK}! עיר`,
      notes: `${MARK}. הערה`,
    },
  })
  const type = `${MARK}! כרטיס`
  const sale = await createSale(producer, {
    event: {
      name: `${MARK}! ערב`,
      artists: [`${MARK}! אמנית`],
      forms: [form.uuid],
      description: `<p>${MARK}! תיאור</p>`,
      address_description: `${MARK}! מקום`,
      address_street: `${MARK}. רחוב`,
      address_city: `${MARK}! עיר`,
      settings: { accessibility: `${MARK}! נגיש` },
    },
    types: [{ name: type, info: `${MARK}. מידע`, price: 0 }],
  })
  const { event } = sale
  const phone = newPhone()
  const { token } = await signIn(phone)
  const order = await orderFree(sale, { name: `${MARK} כהן`, phone })
  const account = producer.account
  await newMember({ manager: producer, account }, 'scanner', null, MARK)
  await producer.call(createCoupon, {
    body: {
      event_uuid: event.uuid,
      code: 'TEN',
      kind: 'percent',
      value: 10,
      events_ticket_uuids: [sale.types[0]?.uuid ?? ''],
    },
  })

  await test.step('on the sale site', async () => {
    const buyer = await (await browser.newContext()).newPage()
    await look(buyer, [`/order?q=${MARK}`, `/order/${event.slug}`])
    await salePage(buyer).reserve(type, 1)
    expect(await lookHere(buyer)).toEqual([])
    await look(buyer, [
      `/order/checkout/${order.uuid}?token=${order.token}`,
      `/order/tickets/${order.uuid}?token=${order.token}`,
    ])
    await buyer.evaluate((value) => localStorage.setItem('access_token', btoa(value)), token)
    await look(buyer, ['/order/my'])
    await buyer.context().close()
  })

  await test.step('in the producer app', async () => {
    const at = `/events/${event.uuid}`
    const page = await visit(producer)
    await look(page, ['/', at, `${at}/tickets`, `${at}/sold-tickets`, `${at}/setup`, `${at}/scan-tickets`])
    await look(page, [
      '/forms',
      `/forms/${form.uuid}`,
      '/venues',
      '/reports',
      '/settings/user-management',
      `${at}/invites`,
    ])
    await look(page, [`${at}/coupons`])
  })
})

/** Whether the first part stands before the second on a right-to-left line; polled, since a list being drawn moves it. */
const expectOrder = (text: Locator, first: string, second: string) =>
  expect
    .poll(() =>
      text.evaluate(
        (element, parts) => {
          const rightOf = (part: string): number => {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              const at = node.textContent?.indexOf(part) ?? -1
              if (at < 0) continue
              const range = document.createRange()
              range.setStart(node, at)
              range.setEnd(node, at + part.length)
              return range.getBoundingClientRect().right
            }
            return Number.NaN
          }
          return rightOf(parts[0]) > rightOf(parts[1])
        },
        [first, second] as const,
      ),
    )
    .toBe(true)

test('a name of both directions is read from its beginning, alone and in a sentence', async ({ visit }) => {
  const producer = await newProducer()
  const { event } = await createSale(producer, { event: { name: 'DJ נועם' } })
  const page = await visit(producer)
  await page.goto('/')
  const sentence = page.getByText(new RegExp(`${t('home:next_event', { name: '', when: '' }).slice(0, 8)}.*נועם`, 'u'))
  const card = page.getByRole('heading', { name: 'DJ נועם' })
  for (const text of [sentence, card]) await expectOrder(text, 'DJ', 'נועם')
  await page.goto(`/events/${event.uuid}/tickets`)
  await expectOrder(page.locator('bdi', { hasText: 'DJ נועם' }).locator('visible=true').first(), 'DJ', 'נועם')
})
