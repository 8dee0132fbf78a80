import { randomUUID } from 'node:crypto'
import { createForm } from '@kartis/contract/forms.ts'
import { showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import { pay, updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { holding, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const PDF = '%PDF-1.7 a small file'

const upload = (
  order: { uuid: string; token: string },
  content: string | Buffer<ArrayBuffer>,
  fields: Record<string, string>,
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content]), 'תעודה.pdf')
  return world.http('POST', `/api/v1/public/orders/${order.uuid}/attachments`, form, { orderToken: order.token })
}

/** An order of two free tickets for an event with two questions: a required file and an optional text. */
const orderWithQuestions = async (ask_per: 'order' | 'ticket') => {
  const body = {
    name: 'תעודה',
    ask_per,
    fields: [
      { type: 'file' as const, name: 'תעודת סטודנט', required: true },
      { type: 'text' as const, name: 'הערה' },
    ],
  }
  const form = (await world.call(createForm, { ...as(owner), body })).body.data
  const { event, type } = await eventOnSale(world, owner, { event: { forms: [form.uuid] }, type: { price: 0 } })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
  const [file, text] = form.fields
  if (!file || !text) throw new Error('the form has no fields')
  return { order, fileField: file.uuid, textField: text.uuid }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const pngOf = (width: number, height: number) => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([PNG, Buffer.from('IHDR'), size])
}
const jpegOf = (width: number, height: number) => {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8]), size, Buffer.alloc(8)])
}
const HEIC = Buffer.from(`\0\0\0\u0018ftypheic\0\0\0\0mif1heic`, 'latin1')

describe('a file that answers a question', () => {
  it.each([
    ['PNG', PNG, 'image/png'],
    ['HEIC', HEIC, 'image/heic'],
  ])('may be a photo in %s, whatever its name says', async (_, bytes, type) => {
    const { order, fileField } = await orderWithQuestions('order')
    const uploaded = await upload(order, bytes, { field_uuid: fileField })
    expect(uploaded.status).toBe(201)
    const { url, content_type } = (uploaded.body as { data: { url: string; content_type: string } }).data
    expect(content_type).toBe(type)
    const served = await world.http('GET', url)
    expect([served.headers['content-type'], served.bytes]).toEqual([type, bytes])
  })

  it('an uploaded file is stored with the order, and its uuid answers the required question', async () => {
    const { order, fileField } = await orderWithQuestions('order')
    expect((await world.call(pay, holding(order))).error?.code).toBe('details_missing')
    const uploaded = await upload(order, PDF, { field_uuid: fileField })
    expect(uploaded.status).toBe(201)
    const { uuid, url, content_type } = (uploaded.body as { data: { uuid: string; url: string; content_type: string } })
      .data
    expect(content_type).toBe('application/pdf')
    await world.call(updateOrder, { ...holding(order), body: { answers: [{ field_uuid: fileField, value: uuid }] } })
    expect((await world.call(pay, holding(order))).body.data.status).toBe('paid')
    expect((await showOrder(world, order)).answers).toEqual([{ field_uuid: fileField, ticket_no: 0, value: uuid }])
    expect((await world.http('GET', url)).text).toBe(PDF)
    expect((await world.http('GET', `/files/${uuid}`)).status).toBe(404)
  })

  it('the answer is refused unless it is the file of this order for this question and ticket', async () => {
    const { order, fileField, textField } = await orderWithQuestions('ticket')
    const other = await orderWithQuestions('order')
    const stored = async (of: { uuid: string; token: string }, fields: Record<string, string>): Promise<string> =>
      ((await upload(of, PDF, fields)).body as { data: { uuid: string } }).data.uuid
    const first = await stored(order, { field_uuid: fileField, ticket_no: '1' })
    const strange = await stored(other.order, { field_uuid: other.fileField })
    const answer = (ticket_no: number, value: string) => ({ field_uuid: fileField, ticket_no, value })
    const save = (...answers: ReturnType<typeof answer>[]) =>
      world.call(updateOrder, { ...holding(order), body: { answers } })
    for (const value of [randomUUID(), strange, first]) {
      const refused = await save(answer(1, first), answer(2, value))
      expect([refused.status, refused.error?.detail]).toEqual([422, { [`answers.${fileField}.2`]: ['unknown_file'] }])
    }
    expect((await showOrder(world, order)).answers).toEqual([])
    expect((await world.call(pay, holding(order))).error?.code).toBe('details_missing')

    const second = await stored(order, { field_uuid: fileField, ticket_no: '2' })
    const text = { field_uuid: textField, ticket_no: 1, value: randomUUID() }
    expect((await save(answer(1, first.toUpperCase()), answer(2, second), text)).status).toBe(200)
    expect((await world.call(pay, holding(order))).body.data.status).toBe('paid')
  })

  it('the producer opens an uploaded file from the order, by its own URL', async () => {
    const { order, fileField, textField } = await orderWithQuestions('order')
    const uploaded = await upload(order, PDF, { field_uuid: fileField })
    const { uuid } = (uploaded.body as { data: { uuid: string } }).data
    const answers = [
      { field_uuid: fileField, value: uuid },
      { field_uuid: textField, value: 'בלי גלוטן' },
    ]
    await world.call(updateOrder, { ...holding(order), body: { answers } })
    await world.call(pay, holding(order))
    const request = { params: { uuid: order.uuid }, query: { with: ['answers' as const] } }
    const shown = await world.call(showProducerOrder, { ...as(owner), ...request })
    const answersByQuestion = new Map(shown.body.data.answers?.map((answer) => [answer.question, answer]))
    const file = answersByQuestion.get('תעודת סטודנט')?.file
    expect(file).toMatchObject({ uuid, name: 'תעודה.pdf', content_type: 'application/pdf' })
    expect((await world.http('GET', file?.url ?? '')).text).toBe(PDF)
    expect(answersByQuestion.get('הערה')?.file).toBeNull()
    const stranger = await producer(world)
    expect((await world.call(showProducerOrder, { ...as(stranger), ...request })).status).toBe(404)
  })

  it('an uploaded file replaces an earlier one to the same question and ticket', async () => {
    const { order, fileField } = await orderWithQuestions('ticket')
    for (const ticket of ['1', '1', '2'])
      expect((await upload(order, PDF, { field_uuid: fileField, ticket_no: ticket })).status).toBe(201)
    const rows = await world.db.selectFrom('attachments').select('slot').where('owner_id', '=', order.uuid).execute()
    expect(rows.map(({ slot }) => slot).sort()).toEqual([`answer:${fileField}:1`, `answer:${fileField}:2`])
  })

  it('an uploaded file must be a PDF or JPG for a file question and an existing ticket', async () => {
    const { order, fileField, textField } = await orderWithQuestions('ticket')
    expect((await upload(order, 'MZ a program', { field_uuid: fileField, ticket_no: '1' })).status).toBe(415)
    expect((await upload(order, PDF, { field_uuid: textField, ticket_no: '1' })).status).toBe(422)
    for (const ticket_no of ['0', '3', 'x'])
      expect((await upload(order, PDF, { field_uuid: fileField, ticket_no })).status).toBe(422)
  })

  it.each([
    ['a picture of 50,000 pixels a side', pngOf(50_000, 50_000), 'too_many_pixels'],
    ['a picture of one line', pngOf(50_000, 1), 'too_many_pixels'],
    ['a photo of 40,000 pixels a side', jpegOf(40_000, 40_000), 'too_many_pixels'],
    [
      'a PDF with a script',
      Buffer.from('%PDF-1.7\n1 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj'),
      'active_content',
    ],
    [
      'a PDF that starts a program',
      Buffer.from('%PDF-1.7\n1 0 obj <</S /L#61unch /F (cmd.exe)>> endobj'),
      'active_content',
    ],
    ['a PDF with a file in it', Buffer.from('%PDF-1.7\n1 0 obj <</Type /EmbeddedFile>> stream'), 'active_content'],
  ])('%s is refused and not stored', async (_, bytes, reason) => {
    const { order, fileField } = await orderWithQuestions('order')
    const refused = await upload(order, bytes, { field_uuid: fileField })
    expect([refused.status, refused.body]).toMatchObject([422, { error: { detail: { file: [reason] } } }])
    expect(await world.db.selectFrom('attachments').select('id').where('owner_id', '=', order.uuid).execute()).toEqual(
      [],
    )
  })

  it('an uploaded file is a download that runs nothing where a browser opens it', async () => {
    const { order, fileField } = await orderWithQuestions('order')
    const uploaded = await upload(order, PDF, { field_uuid: fileField })
    const { headers } = await world.http('GET', (uploaded.body as { data: { url: string } }).data.url)
    expect(headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': expect.stringMatching(/default-src 'none';.* sandbox$/),
      'x-content-type-options': 'nosniff',
    })
  })

  it('an uploaded file is accepted only from the holder of the order while the hold is open', async () => {
    const { order, fileField } = await orderWithQuestions('order')
    expect((await upload({ ...order, token: 'wrong' }, PDF, { field_uuid: fileField })).status).toBeGreaterThanOrEqual(
      401,
    )
    world.clock.advance(3600)
    expect((await upload(order, PDF, { field_uuid: fileField })).status).toBe(409)
  })
})
