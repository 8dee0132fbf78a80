import { atEveryPath } from '@kartis/contract/endpoint.ts'
import { updateMapSection } from '@kartis/contract/venue-map-parts.ts'
import { addMapPicture, addSectionPicture } from '@kartis/contract/venue-map-drafts.ts'
import { deleteAttachment, listAttachments } from '@kartis/contract/attachments.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { showSeatMap } from '@kartis/contract/public-seats.ts'
import { MAP_PICTURE } from '@kartis/domain/limits.ts'
import { hall, row, section } from '@kartis/seat-map/testing/documents.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { partCalls } from '../../../../testing/map-parts.ts'
import { joinAs, type Producer, producer } from '../../../../testing/people.ts'
import { seatMap } from '../../../../testing/seat-maps.ts'
import { seatedEvent } from '../../../../testing/seating.ts'
import { openWorld, type World } from '../../../../testing/world.ts'

let world: World
let owner: Producer
let map: { readonly uuid: string }

const photo = async (width = 800, height = 450): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer(),
  )

const upload = (file: Uint8Array<ArrayBuffer> | undefined, who: object = as(owner), uuid = map.uuid) => {
  const form = new FormData()
  if (file) form.set('file', new Blob([file]), 'מהיציע.jpg')
  return world.call(addMapPicture, { ...who, params: { uuid }, body: form })
}

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  map = await seatMap(world, owner)
})
afterAll(() => world.close())

describe('a picture of what is seen from a section', () => {
  it('is stored, is public, and is a file of the workspace that nobody deletes', async () => {
    const stored = await upload(await photo())
    expect(stored).toMatchObject({
      status: 201,
      body: { data: { width: 800, height: 450, content_type: 'image/jpeg' } },
    })
    const { uuid, url } = stored.body.data
    const shown = await world.http('GET', `${url}?w=640`)
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const { body } = await world.call(listAttachments, {
      ...as(owner),
      query: { filter: { owner_type: 'seat_map' } } as never,
    })
    expect(body.data.map((file) => [file.uuid, file.owner])).toContainEqual([
      uuid,
      { type: 'seat_map', uuid: map.uuid },
    ])
    expect((await world.call(deleteAttachment, { ...as(owner), params: { uuid } })).status).toBe(409)
  })

  it('reaches the buyers of an event with the map that names it', async () => {
    const view = (await upload(await photo())).body.data.uuid
    const document = hall({ sections: [section({ view })], rows: [row()] })
    const { event } = await seatedEvent(world, owner, document)
    const shown = await world.call(showPublicEvent, { params: { uuid: event.uuid } })
    const hash = shown.body.data.seat_map?.hash ?? ''
    const wire = await world.call(showSeatMap, { params: { uuid: event.uuid, hash } })
    expect(wire.body.data.document.sections[0]?.view).toBe(view)
  })

  it('is attached to a map at the paths of attachments too, and listed with its owner', async () => {
    const uuids: string[] = []
    for (const endpoint of atEveryPath(addMapPicture)) {
      const form = new FormData()
      form.set('file', new Blob([await photo()]), 'view.jpg')
      const attached = await world.call(endpoint, { ...as(owner), params: { uuid: map.uuid }, body: form })
      expect(attached.status, attached.text).toBe(201)
      uuids.push(attached.body.data.uuid)
    }
    expect(uuids).toHaveLength(3)
    const query = { filter: { owner_type: 'seat_map', owner_uuid: map.uuid }, with: ['owner'] } as const
    const listed = await world.call(listAttachments, { ...as(owner), query } as never)
    expect(listed.body.data.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(uuids))
  })

  it('is attached to a section by one call, at both URLs, and taken away again; the edition keeps what it had', async () => {
    const calls = partCalls(world, owner)
    const { uuid: mapUuid, section: uuid } = await calls.published()
    for (const endpoint of atEveryPath(addSectionPicture)) {
      const form = new FormData()
      form.set('file', new Blob([await photo()]), 'view.jpg')
      const attached = await world.call(endpoint, { ...as(owner), params: { uuid }, body: form })
      expect(attached.status, attached.text).toBe(201)
      expect(await calls.sectionsOf(mapUuid)).toMatchObject([{ view: attached.body.data.uuid, status: 'changed' }])
    }
    const { draft, edition } = await calls.mapOf(mapUuid)
    expect([draft.document.sections[0]?.view, edition]).toEqual([expect.any(String), 1])
    const without = { ...as(owner), params: { uuid }, body: { view: null } }
    expect((await world.call(updateMapSection, without)).body.data).toMatchObject({ view: null, status: 'published' })
    const form = new FormData()
    form.set('file', new Blob([await photo()]), 'view.jpg')
    const stranger = { ...as(await producer(world)), params: { uuid }, body: form }
    expect((await world.call(addSectionPicture, stranger)).status).toBe(404)
  })

  it('that is no photo, is cut off, too large or missing is refused', async () => {
    const whole = await photo()
    expect((await upload(new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).status).toBe(415)
    expect((await upload(whole.slice(0, 900))).error?.code).toBe('image_wrong')
    expect((await upload(await photo(3000, 2000))).error).toMatchObject({
      code: 'payload_too_large',
      detail: { max_pixels: 4_000_000 },
    })
    expect((await upload(new Uint8Array(MAP_PICTURE.maxBytes + 1))).status).toBe(413)
    expect((await upload(undefined)).status).toBe(422)
  })

  it('is uploaded to own maps by managers only', async () => {
    const stranger = await producer(world)
    expect((await upload(await photo(), as(stranger))).status).toBe(404)
    expect((await upload(await photo(), {})).status).toBe(401)
    const scanner = await joinAs(world, owner, 'scanner')
    expect((await upload(await photo(), { token: scanner.token, account: owner.account.uuid })).status).toBe(403)
  })
})
