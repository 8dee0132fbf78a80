import { listExceptions, MAX_REPORT_BYTES } from '@kartis/contract/reconciliation.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { addTestTerminal, openTestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer, signIn } from '../../../testing/people.ts'
import { inWindows1255, newCharges } from '../../../testing/reports.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const DAY = 86_400_000
const PATH = '/api/v1/producer/exceptions/reports'

let world: World
let seller: Producer
let terminal: string
let rows: string[]

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z' })
  await useTestGateway(world)
  seller = await producer(world)
  const own = openTestGateway(world.platform.clock)
  terminal = await addTestTerminal(world, own, { accountId: seller.account.uuid })
  const sale = await eventOnSale(world, seller, { type: { price: 100 } })
  const charges = await newCharges(world, own, sale, 2)
  rows = charges.map(({ ref }) => `${ref};100.00;23/11/2026 12:00`)
  world.clock.advance(DAY / 1000)
  seller = { ...seller, ...(await signIn(world, seller.phone)) }
})
afterAll(() => world.close())

const send = async (who: Producer, fields: Record<string, string>, content: string | Buffer, name = 'report.csv') => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([content]), name)
  const { status, body } = await world.http('POST', PATH, form, as(who))
  return { status, ...(body as { data?: object; error?: { code: string; detail: object } }) }
}
const HEAD = 'מספר עסקה;סכום;תאריך;ארבע ספרות'

it('a producer loads the report of its own terminal, sees what only the gateway has, and loads it again without harm', async () => {
  const file = inWindows1255(`${[HEAD, ...rows, '900777;42.50;23/11/2026 21:07;4242'].join('\r\n')}\r\n`)
  const fields = { terminal_uuid: terminal, headings: 'last4=ארבע ספרות' }
  const first = await send(seller, fields, file)
  expect(first).toMatchObject({
    status: 200,
    data: {
      rows_count: 3,
      new_count: 3,
      from: '2026-11-23',
      until: '2026-11-23',
      compared_until: '2026-11-23',
      differences_count: 1,
    },
  })
  expect(await send(seller, fields, file)).toMatchObject({ data: { new_count: 0, differences_count: 1 } })
  const listed = async (query: object = {}) => (await world.call(listExceptions, { ...as(seller), query })).body
  const { data } = await listed()
  expect(data).toMatchObject([
    {
      level: 'gateway',
      kind: 'theirs_only',
      theirs_amount: 42.5,
      order_number: null,
      their_ref: '900777',
      last_digits: '4242',
      their_at: '2026-11-23T19:07:00.000Z',
    },
  ])
  expect((await listed({ filter: { or: { name: '900777' } } })).meta.total).toBe(1)
  expect((await listed({ filter: { or: { name: '900' } } })).meta.total).toBe(0)
})

it('a line that cannot be read refuses the file with its number, its column and what stands there', async () => {
  const file = `${HEAD}\n${rows.join('\n')}\n12;4o;23/11/2026\n`
  expect(await send(seller, { terminal_uuid: terminal }, file)).toMatchObject({
    status: 422,
    error: {
      code: 'validation',
      detail: { file: ['report_line'], problem: 'not_readable', line: 4, column: 'amount', text: '4o' },
    },
  })
  expect(await send(seller, { terminal_uuid: terminal }, 'א,ב\n1,2\n')).toMatchObject({
    error: { detail: { problem: 'no_column', column: 'amount' } },
  })
  expect(await send(seller, { terminal_uuid: terminal }, `${HEAD}\n`)).toMatchObject({
    error: { detail: { file: ['report_empty'] } },
  })
  expect(await send(seller, { terminal_uuid: terminal, headings: 'amount' }, file)).toMatchObject({
    error: { detail: { headings: ['invalid'] } },
  })
  const large = Buffer.alloc(MAX_REPORT_BYTES + 1, 'x')
  expect(await send(seller, { terminal_uuid: terminal }, large)).toMatchObject({ error: { code: 'payload_too_large' } })
})

it('nobody loads a report of a terminal of others, or of the installation', async () => {
  const stranger = await producer(world)
  const file = [HEAD, ...rows].join('\n')
  const refused = { status: 422, error: { detail: { terminal_uuid: ['unknown_option'] } } }
  expect(await send(stranger, { terminal_uuid: terminal }, file)).toMatchObject(refused)
  expect(await send(seller, { terminal_uuid: 'x' }, file)).toMatchObject(refused)
})
