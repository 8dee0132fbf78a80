import { randomUUID } from 'node:crypto'
import { uploadScans } from '@kartis/contract/admission.ts'
import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { letEventEnd } from '../fixtures/database.ts'
import { showEvening } from '../screenshots/gate-board-evening.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { callAs } from '../fixtures/call.ts'
import { t, translatorIn } from '../fixtures/messages.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { setLanguage } from '../fixtures/team.ts'

type Locator = ReturnType<Page['locator']>

/** More stops than the board has. */
const STOPS = 60

/** Presses Tab until the element has the focus, and sees that it shows it. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (!(await target.evaluate((element) => element === document.activeElement))) continue
    // A field shows it by the frame around it.
    const outline = await target.evaluate((element) =>
      element instanceof HTMLTextAreaElement ? 'frame' : getComputedStyle(element).outlineStyle,
    )
    expect(outline).not.toBe('none')
    return
  }
  throw new Error('no stop of the keyboard reaches it')
}

const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('a manager goes through the board by keyboard alone, explains two conflicts and closes them @phone-and-desktop', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  const tickets = [await buyFree(sale, 'נועה ברקן'), await buyFree(sale, 'רון אביב')]
  const call = callAs(sale.producer)
  const params = { uuid: sale.event.uuid }
  for (const device_id of ['phone east', 'phone west']) {
    const at = new Date().toISOString()
    const scans = tickets.map(({ code }, place) => ({
      device_seq: place + 1,
      scan_uuid: randomUUID(),
      ticket_uuid: code,
      verdict: 'admitted' as const,
      scanned_at: at,
    }))
    await call(uploadScans, { params, body: { device_id, sent_at: at, scans } })
  }
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/board`)
  const list = page.getByRole('list', { name: t('gate-board:conflicts.title') })
  const rowOf = (number: string) => list.getByRole('listitem').filter({ hasText: number })
  const [first, second] = tickets.map(({ number }) => rowOf(number))
  if (!first || !second) throw new Error('two tickets were bought')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  expect(await violationsOn(page)).toEqual([])

  // The first: a ready answer. The focus stays in its row.
  const answer = (row: Locator, name: string) => row.getByRole('button', { name, exact: true })
  await press(page, answer(first, t('gate-board:conflicts.answer.passed_on')))
  await expect(first.getByText(t('gate-board:conflicts.answer.passed_on'))).toBeVisible()
  await expect(first.getByRole('heading', { level: 3 })).toBeFocused()
  expect(await violationsOn(page)).toEqual([])
  // Corrected, in words.
  await press(page, answer(first, t('gate-board:conflicts.change')))
  await expect(answer(first, t('gate-board:conflicts.answer.passed_on'))).toBeFocused()
  await press(page, answer(first, t('gate-board:conflicts.answer.other')))
  const note = page.getByRole('dialog', { name: t('gate-board:conflicts.answer.other') })
  await expect(note).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await tabTo(page, note.getByLabel(t('gate-board:conflicts.note')))
  await page.keyboard.type('שתי אחיות עם אותו מסך')
  await press(page, note.getByRole('button', { name: t('gate-board:conflicts.save') }))
  await expect(first.getByText('שתי אחיות עם אותו מסך')).toBeVisible()
  await expect(first.getByRole('heading', { level: 3 })).toBeFocused()

  // Closing asks once; Escape leaves it open.
  const question = page.getByRole('dialog', { name: t('gate-board:conflicts.close_title') })
  await press(page, answer(first, t('gate-board:conflicts.close')))
  await expect(question).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(answer(first, t('gate-board:conflicts.close'))).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: t('gate-board:conflicts.close_action') }))
  await expect(first).toBeHidden()
  await expect(list).toBeFocused()

  await press(page, answer(second, t('gate-board:conflicts.answer.scanned_twice')))
  await press(page, answer(second, t('gate-board:conflicts.close')))
  await press(page, question.getByRole('button', { name: t('gate-board:conflicts.close_action') }))
  await expect(page.getByText(t('gate-board:conflicts.empty'))).toBeVisible()
  await expect(list).toBeFocused()
  expect(await violationsOn(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('board.png'), fullPage: true })

  // The big screen, which phones are not offered, has no buttons. Escape leaves it; in full screen the browser itself does.
  const big = page.getByRole('button', { name: t('gate-board:big_screen') })
  if (await big.isVisible()) {
    await press(page, big)
    await expect(page).toHaveURL(/view=big/)
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.evaluate(() => document.exitFullscreen().catch(() => undefined))
  }
  await press(page, page.getByRole('link', { name: t('gate-board:back') }))
  await expect(page).toHaveURL(new RegExp(`/events/${sale.event.uuid}$`))
})

test('the board on a big screen is whole without scrolling, from a projector to a large display, in every language', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'נועה ברקן')
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/board?view=big`)
  await showEvening({ page })
  for (const [lang, width, height] of [
    ['he', 1280, 720],
    ['he', 1366, 768],
    ['he', 1920, 1080],
    ['en', 1280, 900],
    ['en', 1280, 720],
    ['ar', 1536, 864],
  ] as const) {
    await setLanguage(sale.producer, lang)
    await page.setViewportSize({ width, height })
    await page.goto(`/events/${sale.event.uuid}/board?view=big`)
    const translate = translatorIn(lang)
    await expect(page.getByRole('heading', { name: translate('gate-board:refusals.title') })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await page.screenshot({ path: test.info().outputPath(`${lang}-${width}x${height}.png`) })
    expect.soft(over, `${lang}, ${width} × ${height}`).toBeLessThanOrEqual(0)
  }
})

test('a board without recent entries says so in place of an empty chart', async ({ visit }) => {
  const sale = await newFreeSale()
  await letEventEnd(sale.event.uuid, 60)
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/board`)
  await expect(page.getByText(t('gate-board:flow.over'))).toBeVisible()
  await expect(page.getByRole('img', { name: t('gate-board:flow.chart') })).toHaveCount(0)
})
