import { addAccountFile } from '@kartis/contract/accounts.ts'
import { deleteAttachment } from '@kartis/contract/attachments.ts'
import { addEventImage, archiveEvent, removeEventImage, showEvent } from '@kartis/contract/events.ts'
import { IMAGE_SLOTS } from '@kartis/domain/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, draftEvent } from '../../../testing/events.ts'
import { joinAs, producer, type Producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let uuid: string
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  ;({ uuid } = await draftEvent(world, owner))
})
afterAll(() => world.close())

const square = () =>
  sharp({ create: { ...IMAGE_SLOTS.banner_square, channels: 3, background: '#204080' } })
    .jpeg()
    .toBuffer()

const form = async (slot: string | undefined, bytes?: Uint8Array, slotFirst = true): Promise<FormData> => {
  const body = new FormData()
  if (slot !== undefined && slotFirst) body.set('slot', slot)
  body.set('file', new Blob([Uint8Array.from(bytes ?? (await square()))]), 'כרזה.jpg')
  if (slot !== undefined && !slotFirst) body.set('slot', slot)
  return body
}

const upload = async (body: FormData, who: { token: string; account: string } = as(owner)) =>
  world.call(addEventImage, { ...who, params: { uuid }, body })

test('an image is stored in its slot, whichever form field comes first', async () => {
  for (const slotFirst of [true, false]) {
    const stored = await upload(await form('banner_square', undefined, slotFirst))
    expect(stored.status).toBe(201)
    expect(stored.body.data).toMatchObject({ slot: 'banner_square', name: 'כרזה.jpg', width: 1200, height: 1200 })
  }
  const shown = await world.call(showEvent, { ...as(owner), params: { uuid }, query: { with: ['attachments'] } })
  expect(shown.body.data.attachments).toHaveLength(1)
  const url = shown.body.data.attachments?.[0]?.url ?? ''
  expect((await world.http('GET', `${url}?w=400`)).status).toBe(200)
})

test('an image that does not fit its slot is refused with the reason', async () => {
  expect((await upload(await form('banner_card'))).error).toMatchObject({
    code: 'image_wrong',
    detail: { why: 'size' },
  })
  expect((await upload(await form('poster'))).error?.detail).toEqual({ slot: ['unknown_option'] })
  expect((await upload(await form(undefined))).error?.detail).toEqual({ slot: ['required'] })
  expect(await upload(await form('banner_square', Buffer.from('GIF89a')))).toMatchObject({
    status: 415,
    error: { detail: { file: ['file_type'] } },
  })
  expect(await upload(await form('banner_square', Buffer.alloc(351 * 1024, 1)))).toMatchObject({
    status: 413,
    error: { detail: { max_bytes: 350 * 1024, file: ['too_large'] } },
  })
})

test('a scanner and a non-member cannot change the images of an event', async () => {
  const scanner = await joinAs(world, owner, 'scanner')
  const body = await form('banner_square')
  expect((await upload(body, { token: scanner.token, account: owner.account.uuid })).error?.code).toBe('forbidden')
  expect((await upload(body, as(await producer(world)))).status).toBe(404)
})

test('an image is removed from its slot', async () => {
  await upload(await form('banner_square'))
  const params = { uuid, slot: 'banner_square' as const }
  expect((await world.call(removeEventImage, { ...as(owner), params })).status).toBe(200)
  expect((await world.call(removeEventImage, { ...as(owner), params })).status).toBe(404)
})

test('an image is deleted by its uuid as well, by a manager of its workspace', async () => {
  const { uuid: image } = (await upload(await form('banner_square'))).body.data
  const params = { uuid: image }
  expect((await world.call(deleteAttachment, { ...as(await producer(world)), params })).status).toBe(404)
  expect((await world.call(deleteAttachment, { ...as(owner), params })).status).toBe(200)
  expect((await world.call(deleteAttachment, { ...as(owner), params })).status).toBe(404)
})

test('the documents of an account are not deleted, which is a conflict and not a lack of permission', async () => {
  const body = new FormData()
  body.set('file', new Blob(['%PDF-1.7 אישור']), 'אישור.pdf')
  const file = await world.call(addAccountFile, { token: owner.token, params: { uuid: owner.account.uuid }, body })
  const refused = await world.call(deleteAttachment, { ...as(owner), params: { uuid: file.body.data.uuid } })
  expect(refused).toMatchObject({ status: 409, error: { code: 'conflict', detail: { owner: 'account' } } })
  const denied = world.db.selectFrom('security_log').selectAll().where('act', '=', 'access.denied')
  expect(await denied.where('target', '=', `${deleteAttachment.method} ${deleteAttachment.path}`).execute()).toEqual([])
})

test('the images of an archived event are read-only', async () => {
  const { uuid: archived } = await draftEvent(world, owner)
  const params = { uuid: archived, slot: 'banner_square' as const }
  const add = async () => world.call(addEventImage, { ...as(owner), params, body: await form('banner_square') })
  const { uuid: image, url } = (await add()).body.data
  await world.call(archiveEvent, { ...as(owner), params: { uuid: archived } })
  const refusal = { status: 409, error: { code: 'conflict', detail: { status: 'archived' } } }
  expect(await add()).toMatchObject(refusal)
  expect(await world.call(removeEventImage, { ...as(owner), params })).toMatchObject(refusal)
  expect(await world.call(deleteAttachment, { ...as(owner), params: { uuid: image } })).toMatchObject(refusal)
  expect((await world.http('GET', url)).status).toBe(200)
})
