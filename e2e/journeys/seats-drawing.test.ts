import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { createVenueMap, showVenueMap } from '@kartis/contract/venue-maps.ts'
import { t } from '../fixtures/messages.ts'
import { newProducer } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'

type Point = readonly [x: number, y: number]

// Each press that sends something is made twice.
test.use({ impatient: true })

test('by hand alone rows, a bent block, tables, an area, a stage and a text are made, painted, flagged, aligned, turned, copied, snapped, found and saved', async ({
  visit,
}) => {
  const producer = await newProducer()
  const { uuid } = (await producer.call(createVenueMap, { body: { name: 'אולם הידיים' } })).data
  const params = { uuid }
  const stored = async () => (await producer.call(showVenueMap, { params })).data.draft.document
  // Stairs in two corners: the hall is shown at one scale from the first part on.
  const stairs = { floor: '1', kind: 'stairs', form: 'rect', size: [40, 40], angle: 0, outline: [], text: '' } as const
  const corner = (id: string, at: [number, number]) => ({
    ...stairs,
    id,
    at,
    size: [40, 40] as [number, number],
    outline: [],
  })
  const { version } = (await producer.call(showVenueMap, { params })).data.draft
  const document = {
    ...(await stored()),
    next: 2000,
    focus: [1500, 100] as [number, number],
    categories: ['זהב', 'כסף'].map((name, rank) => ({ id: ['a', 'b'][rank] ?? '', name, color: '#887700', rank })),
    shapes: [corner('w1', [20, 20]), corner('w2', [2980, 1980])],
  }
  await producer.call(saveMapDraft, { params, body: { version, document } })
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${uuid}`)
  const hall = page.getByRole('application')
  await expect(hall).toBeVisible()
  const box = await hall.boundingBox()
  if (!box) throw new Error('no hall')
  const rail = page.getByRole('toolbar', { name: t('seat-maps:tools.label') })
  const take = (tool: string) => rail.getByRole('button', { name: t(`seat-maps:tools.${tool}`), exact: true }).click()

  // Two known pixels become corners of an area: from then on the hand goes by centimetres.
  const pixel = { from: [box.x + box.width * 0.3, box.y + box.height * 0.7], to: [box.x + box.width * 0.4, box.y + box.height * 0.8] } as const // oxfmt-ignore
  const dragPixels = async ([ax, ay]: Point, [bx, by]: Point): Promise<void> => {
    await page.mouse.move(ax, ay)
    await page.mouse.down()
    await page.mouse.move(bx, by, { steps: 6 })
    await page.mouse.up()
  }
  await take('area')
  await dragPixels(pixel.from, pixel.to)
  await expect.poll(async () => (await stored()).areas.length).toBe(1)
  const outline = (await stored()).areas[0]?.outline ?? []
  const low: Point = [Math.min(...outline.map(([x]) => x)), Math.min(...outline.map(([, y]) => y))]
  const scale = (pixel.to[0] - pixel.from[0]) / (Math.max(...outline.map(([x]) => x)) - low[0])
  const at = ([x, y]: Point): Point => [pixel.from[0] + (x - low[0]) * scale, pixel.from[1] + (y - low[1]) * scale]
  const drag = (from: Point, to: Point): Promise<void> => dragPixels(at(from), at(to))
  const click = (point: Point, modifiers: ('Shift' | 'Alt')[] = []): Promise<void> => {
    const [x, y] = at(point)
    return hall.click({ position: { x: x - box.x, y: y - box.y }, modifiers })
  }
  const dragGrip = async (kind: string, [dx, dy]: Point): Promise<void> => {
    const grip = await hall.locator(`[data-grip][data-kind="${kind}"]`).boundingBox()
    if (!grip) throw new Error(`no grip ${kind}`)
    const middle: Point = [grip.x + grip.width / 2, grip.y + grip.height / 2]
    await dragPixels(middle, [middle[0] + dx, middle[1] + dy])
  }

  await page.keyboard.press('Escape')
  await take('row')
  await drag([300, 500], [850, 500])
  await page.keyboard.press('Escape')
  await take('arc')
  await drag([300, 800], [850, 800])
  await take('block')
  await drag([1300, 500], [1860, 790])
  await dragGrip('back_bend', [0, 30])
  await dragGrip('turn', [60, 0])
  await take('table')
  await click([2300, 500])
  await click([2400, 900])
  await take('shape')
  await drag([1000, 150], [2000, 250])
  await take('text')
  await click([500, 1300])

  // All of it, as the server has it.
  await expect
    .poll(async () => (await stored()).shapes.map(({ kind }) => kind))
    .toEqual(['stairs', 'stairs', 'stage', 'text'])
  const made = await stored()
  const [straight, arc, ...block] = made.rows
  expect(straight).toMatchObject({ count: 11, bend: 0, angle: 0 })
  expect(arc?.bend).toBe(-40)
  expect(block.map(({ count }) => count)).toEqual([10, 10, 10, 10])
  expect(block.every(({ bend }) => bend !== 0)).toBe(true)
  expect(block[0]?.angle).not.toBe(0)
  expect((block[0]?.angle ?? 1) % 5).toBe(0)
  expect(made.tables.map(({ count }) => count)).toEqual([8, 8])

  // Strokes: silver over the first half of the row, restricted over three places; a tap marks one for a wheelchair.
  await take('paint')
  await page.getByRole('button', { name: /כסף/u }).first().click()
  await drag([302, 500], [520, 500])
  await take('flag')
  await page.getByRole('button', { name: t('seat-maps:flag.restricted') }).click()
  await drag([624, 500], [732, 500])
  await page.getByRole('button', { name: t('seat-maps:flag.wheelchair') }).click()
  await click([840, 500])

  // Both tables are aligned; one of them goes to the axis of the stage, where it clicks in, is copied and turned.
  await take('select')
  await click([2300, 500])
  await page.getByRole('button', { name: t('seat-maps:arrange.left'), exact: true }).click()
  await click([2300, 900])
  await page.mouse.move(...at([2300, 900]))
  await page.mouse.down()
  await page.mouse.move(...at([1502, 1400]), { steps: 8 })
  await expect(hall.getByText(t('seat-maps:guide.stage_axis'))).toBeVisible()
  await page.mouse.up()
  await page.keyboard.press('ControlOrMeta+D')
  await dragGrip('turn', [60, 0])
  await expect.poll(async () => (await stored()).tables[2]?.angle ?? 0).not.toBe(0)
  const { tables, rows } = await stored()
  const [first, second, copy] = tables
  expect(first?.at[0]).toBe(made.tables[0]?.at[0])
  expect(second?.at[0]).toBe(1500)
  expect(Math.abs(copy?.angle ?? 1) % 5).toBe(0)
  expect(copy?.at).toEqual([1600, (second?.at[1] ?? 0) + 100])
  const places = Object.values(rows[0]?.except ?? {})
  expect(places.filter(({ category }) => category === 'b')).toHaveLength(5)
  expect(places.filter(({ is }) => is?.includes('restricted'))).toHaveLength(3)
  expect(places.filter(({ is }) => is?.includes('wheelchair'))).toHaveLength(1)

  // A place is found by its name, and everything is there after a reload.
  await page.reload()
  await expect(hall).toBeVisible()
  await page.getByRole('button', { name: t('seat-maps:bar.find') }).click()
  const dialog = page.getByRole('dialog', { name: t('seat-maps:find.title') })
  const section = made.sections.find(({ id }) => id === block[0]?.section)?.name ?? ''
  await dialog.getByLabel(t('seat-maps:find.label')).fill(`${section} שורה ${block[0]?.label} כיסא 3`)
  await dialog.getByRole('button', { name: t('seat-maps:find.go') }).click()
  const pane = page.getByRole('complementary', { name: t('seat-maps:inspector.label') })
  await expect(pane.getByText(new RegExp(`שורה ${block[0]?.label}, כיסא 3$`, 'u'))).toBeVisible()
})
