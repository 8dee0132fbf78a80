import { addAccountFile, showAccount } from '@kartis/contract/accounts.ts'
import { IMAGE_SLOTS, UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { producer, type Producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { plugin as accounts } from '../accounts/index.ts'
import { auth } from '../../../testing/auth.ts'
import { attachmentsOf, copyEventImages, plugin, putEventImage, removeEventImage } from './index.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ modules: [auth, plugin, accounts] })
  owner = await producer(world)
})
afterAll(() => world.close())

const pictureOf = (background: string) =>
  sharp({ create: { ...IMAGE_SLOTS.banner_card, channels: 3, background } })
    .jpeg()
    .toBuffer()

const put = async (eventId: string, background = '#336699') => {
  const image = { accountId: owner.account.uuid, eventId, userId: owner.user.uuid, name: 'poster.jpg' }
  const stored = await putEventImage(world.platform, {
    ...image,
    slot: 'banner_card',
    bytes: await pictureOf(background),
  })
  if (isRefusal(stored)) throw new Error(stored.refusal)
  return stored
}

const get = (url: string, headers: Record<string, string> = {}) => world.http('GET', url, undefined, { headers })

test('an event image is public and cached by browsers without expiry', async () => {
  const image = await put(world.platform.newId())
  const answer = await get(image.url)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('image/jpeg')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(await sharp(answer.bytes).metadata()).toMatchObject(IMAGE_SLOTS.banner_card)
  const again = await get(image.url, { 'if-none-match': String(answer.headers.etag) })
  expect(again.status).toBe(304)
  expect(again.bytes).toHaveLength(0)
})

test('an image is served in the requested width and accepted format', async () => {
  const image = await put(world.platform.newId())
  for (const [accept, format] of [
    ['image/avif,image/webp,*/*', 'heif'],
    ['image/webp,*/*', 'webp'],
    ['*/*', 'jpeg'],
  ] as const) {
    const answer = await get(`${image.url}?w=600`, { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.vary).toContain('Accept')
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format, width: 640 })
  }
})

test('an image variant is rendered once and then cached', async () => {
  const image = await put(world.platform.newId())
  const getVariant = () => get(`${image.url}?w=400`, { accept: 'image/webp' })
  const answers = await Promise.all([getVariant(), getVariant(), getVariant()])
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
  expect(await world.platform.files.get(`variants/${image.uuid}/400.webp`)).toBeDefined()
})

test('requested widths are rounded up to a fixed set', async () => {
  const image = await put(world.platform.newId())
  const sizes = new Set<number>()
  for (const w of [1, 399, 401, 555, 900, 1200, 9999]) {
    const { bytes } = await get(`${image.url}?w=${w}`)
    sizes.add((await sharp(bytes).metadata()).width)
  }
  expect([...sizes].toSorted((a, b) => a - b)).toEqual([400, 640, 1128, 1340])
  for (const w of ['0', '-5', '1e9', 'x', '99999999']) expect((await get(`${image.url}?w=${w}`)).status).toBe(422)
})

test('a missing file is a 404', async () => {
  expect((await get('/files/nonsense')).status).toBe(404)
  expect((await get(`/files/${world.platform.newId()}`)).status).toBe(404)
  expect((await get('/files/..%2f..%2fkeys%2fmaster.key')).status).toBe(404)
})

test('a new image replaces the old one, whose URL and file are deleted', async () => {
  const eventId = world.platform.newId()
  const old = await put(eventId, '#ff0000')
  await get(`${old.url}?w=400`)
  const fresh = await put(eventId, '#00ff00')
  expect(fresh.uuid).not.toBe(old.uuid)
  expect((await get(old.url)).status).toBe(404)
  expect(await world.platform.files.get(`events/${eventId}/${old.uuid}.jpg`)).toBeUndefined()
  expect(await world.platform.files.get(`variants/${old.uuid}/400.jpeg`)).toBeUndefined()
  const files = await attachmentsOf(world.platform, 'event', [eventId])
  expect(files.get(eventId)?.map(({ uuid }) => uuid)).toEqual([fresh.uuid])
})

test('two concurrent uploads into one slot leave one image', async () => {
  const eventId = world.platform.newId()
  await Promise.all(['#111111', '#222222', '#333333'].map((color) => put(eventId, color)))
  expect((await attachmentsOf(world.platform, 'event', [eventId])).get(eventId)).toHaveLength(1)
})

test('an image is removed from its slot', async () => {
  const eventId = world.platform.newId()
  const image = await put(eventId)
  expect(await removeEventImage(world.platform, { eventId, slot: 'banner_card' })).toBe(true)
  expect(await removeEventImage(world.platform, { eventId, slot: 'banner_card' })).toEqual({ refusal: 'not_found' })
  expect((await get(image.url)).status).toBe(404)
})

test('an image that has replaced the one to remove stays', async () => {
  const eventId = world.platform.newId()
  const { uuid: id } = await put(eventId)
  const fresh = await put(eventId)
  const removed = await removeEventImage(world.platform, { eventId, slot: 'banner_card', id })
  expect(removed).toEqual({ refusal: 'not_found' })
  expect((await get(fresh.url)).status).toBe(200)
})

test('the images of a duplicated event are independent of the original', async () => {
  const [from, to] = [world.platform.newId(), world.platform.newId()]
  await put(from)
  await world.db.transaction().execute((tx) => copyEventImages(world.platform, tx, from, to))
  await removeEventImage(world.platform, { eventId: from, slot: 'banner_card' })
  const [copy] = (await attachmentsOf(world.platform, 'event', [to])).get(to) ?? []
  expect(copy).toMatchObject({ slot: 'banner_card', width: 1340 })
  expect((await get(copy?.url ?? '')).status).toBe(200)
})

const form = (bytes: Uint8Array | string, name: string, field = 'file'): FormData => {
  const body = new FormData()
  body.set(field, new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name)
  return body
}

const upload = (body: FormData, who: Producer = owner) =>
  world.call(addAccountFile, { token: who.token, params: { uuid: who.account.uuid }, body })

test('the ownership confirmation is stored and can be opened by a manager', async () => {
  const stored = await upload(form('%PDF-1.7 אישור', 'אישור ניהול חשבון.pdf'))
  expect(stored.status).toBe(201)
  expect(stored.body.data).toMatchObject({
    slot: 'ownership',
    name: 'אישור ניהול חשבון.pdf',
    content_type: 'application/pdf',
  })
  const file = await get(stored.body.data.url)
  expect(file.status).toBe(200)
  expect(file.text).toBe('%PDF-1.7 אישור')
  expect(file.headers['content-disposition']).toMatch(/^attachment;/)
  expect(file.headers['cache-control']).toBe('private, no-store')
  const shown = await world.call(showAccount, { token: owner.token, params: { uuid: owner.account.uuid } })
  expect(shown.body.data.attachments).toHaveLength(1)
})

test('the URL of a document expires after an hour and cannot be forged', async () => {
  const { url, uuid } = (await upload(form('%PDF-1.7', 'a.pdf'))).body.data
  expect((await get(`/files/${uuid}`)).status).toBe(404)
  expect((await get(`/files/${uuid}?w=400`)).status).toBe(404)
  expect((await get(url.replace(/until=\d+/, 'until=99999999999'))).status).toBe(404)
  const other = await producer(world)
  const theirs = (await upload(form('%PDF-1.7', 'b.pdf'), other)).body.data
  expect((await get(url.replace(uuid, theirs.uuid))).status).toBe(404)
  world.clock.advance(3601)
  expect((await get(url)).status).toBe(404)
  owner = await producer(world)
})

test('a second ownership confirmation replaces the first', async () => {
  const first = (await upload(form('%PDF-1.7 one', 'one.pdf'))).body.data
  const jpeg = await pictureOf('#ffffff')
  const second = (await upload(form(jpeg, 'two.jpeg'))).body.data
  expect(second.content_type).toBe('image/jpeg')
  expect((await get(first.url)).status).toBe(404)
  const shown = await world.call(showAccount, { token: owner.token, params: { uuid: owner.account.uuid } })
  expect(shown.body.data.attachments.map(({ uuid }) => uuid)).toEqual([second.uuid])
})

test('an executable that is named as a PDF is refused', async () => {
  const refused = await upload(form('MZ…', 'אישור.pdf'))
  expect(refused.status).toBe(415)
  expect(refused.error).toMatchObject({ code: 'unsupported_media_type', detail: { file: ['file_type'] } })
})

test('a file may be as large as the limit and not a byte larger', async () => {
  const file = Buffer.alloc(UPLOAD.maxBytes, '%PDF-1.7')
  expect((await upload(form(file, 'large.pdf'))).status).toBe(201)
  const refused = await upload(form(Buffer.concat([file, Buffer.of(0)]), 'larger.pdf'))
  expect(refused.status).toBe(413)
  expect(refused.error).toMatchObject({
    code: 'payload_too_large',
    detail: { max_bytes: UPLOAD.maxBytes, file: ['too_large'] },
  })
})

test('a form without a file, an empty file and a body that is no form are refused', async () => {
  expect((await upload(form('%PDF', 'a.pdf', 'document'))).error?.detail).toEqual({ file: ['required'] })
  expect((await upload(form('', 'a.pdf'))).error?.detail).toEqual({ file: ['required'] })
  const url = `/api/v1/account/accounts/${owner.account.uuid}/attachments`
  const json = await world.http('POST', url, { file: 'x' }, { token: owner.token })
  expect(json.status).toBe(415)
})
