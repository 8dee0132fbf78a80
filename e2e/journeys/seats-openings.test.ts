import { listEventSeats, showSeating, updateEventSeats } from '@kartis/contract/event-seating.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import type { Page } from '@playwright/test'
import { violationsOn } from '../fixtures/accessibility.ts'
import { t } from '../fixtures/messages.ts'
import { chooseDay } from '../fixtures/moment-field.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

/** What the field of a day and a time takes, some days from now. */
const inDays = (days: number): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00`
const setTime = async (page: Page, time: string) => {
  const [day = '', clock = ''] = time.split('T')
  await chooseDay(page, t('seating:opening.when'), day)
  await page.getByLabel(t('seating:opening.time'), { exact: true }).fill(clock)
  await page.getByRole('button', { name: t('seating:opening.action'), exact: true }).click()
}

test('places that are kept back get a time at which they open, which is changed, cancelled and brought forward @phone-and-desktop', async ({
  visit,
}) => {
  const { producer, event } = await newSeatedSale(0)
  const params = { uuid: event.uuid }
  const seats = async () =>
    (await producer.call(listEventSeats, { params, query: { per_page: 100 } })).data.map((seat) => seat.standing)
  const openings = async () => (await producer.call(showSeating, { params })).data.openings
  const { data } = await producer.call(listEventSeats, { params, query: { per_page: 3 } })
  await producer.call(updateEventSeats, {
    params,
    body: { seat_uuids: data.map((seat) => seat.seat_uuid), channel: 'house' },
  })

  const page = await visit(producer)
  await page.goto(`/events/${event.uuid}/hall`)
  const card = page.getByRole('heading', { name: t('seating:opening.card') })
  const hall = page.getByRole('application')
  await hall.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('group', { name: t('seating:now.chosen', { count: 1 }) })
  await expect(bar).toBeVisible()
  await expect(card).toBeHidden()

  // The time lies ahead.
  await bar.getByRole('button', { name: t('seating:opening.set_for') }).click()
  await setTime(page, `${dayIn('Asia/Jerusalem', new Date())}T00:00`)
  await expect(page.getByText(t('validation:must_be_future'))).toBeVisible()
  await setTime(page, inDays(2))
  await expect(page.getByText(t('seating:opening.set', { count: 1 }))).toBeVisible()
  await expect(card).toBeVisible()
  expect(await openings()).toMatchObject([{ seats: 1 }])

  // Another time.
  await page.getByRole('button', { name: t('seating:opening.change'), exact: true }).click()
  await setTime(page, inDays(3))
  await expect.poll(async () => (await openings())[0]?.opens_at.slice(0, 10)).toBe(inDays(3).slice(0, 10))

  // Left closed.
  await page.getByRole('button', { name: t('seating:opening.stop'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('seating:opening.cancel'), exact: true })
    .click()
  await expect(card).toBeHidden()
  const closed = (await seats()).filter((standing) => standing !== 'free').length
  expect(await openings()).toEqual([])

  // Opened before its time.
  await producer.call(updateEventSeats, {
    params,
    body: { seat_uuids: data.map((seat) => seat.seat_uuid), opens_at: new Date(`${inDays(2)}:00Z`).toISOString() },
  })
  await page.reload()
  await expect(page.getByText(t('seating:opening.places', { count: 3 }))).toBeVisible()
  await page.getByRole('button', { name: t('seating:opening.now'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('seating:opening.now'), exact: true })
    .click()
  await expect(page.getByText(t('seating:now.done.open', { count: 3 }))).toBeVisible()
  await expect(card).toBeHidden()
  expect((await seats()).filter((standing) => standing !== 'free')).toHaveLength(closed - 3)
})

test('places are blocked with a reason, which the team finds beside the map and which goes with their opening', async ({
  visit,
}) => {
  const { producer, event } = await newSeatedSale(0)
  const blocked = async () =>
    (
      await producer.call(listEventSeats, {
        params: { uuid: event.uuid },
        query: { filter: { standing: 'blocked' } },
      })
    ).data.map(({ note }) => note)
  const page = await visit(producer)
  await page.goto(`/events/${event.uuid}/hall`)
  await page.getByRole('application').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('group', { name: t('seating:now.chosen', { count: 1 }) })
  await bar.getByRole('button', { name: t('seating:now.acts.block'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('seating:block.title', { count: 1 }) })
  await dialog.getByRole('button', { name: t('seating:block.reasons.sound'), exact: true }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue(t('seating:block.reasons.sound'))
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: t('seating:now.acts.block'), exact: true }).click()
  await expect.poll(blocked).toEqual([t('seating:block.reasons.sound')])

  const reason = page.getByRole('button', { name: t('seating:block.reasons.sound') })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: t('seating:block.card') })).toBeVisible()
  await reason.click()
  await bar.getByRole('button', { name: t('seating:now.acts.open'), exact: true }).click()
  await expect.poll(blocked).toEqual([])
  await expect(reason).toHaveCount(0)
  const { data } = await producer.call(listEventSeats, { params: { uuid: event.uuid }, query: { per_page: 100 } })
  expect(data.every(({ note }) => note === '')).toBe(true)
})
