import * as drafts from '@kartis/contract/venue-map-drafts.ts'
import * as contract from '@kartis/contract/venue-maps.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { park } from '@kartis/seat-map/templates/stadium.ts'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../../testing/events.ts'
import { joinAs, producer, type Producer } from '../../../../testing/people.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { plugin as accounts } from '../../../people/accounts/index.ts'
import { plugin as attachments } from '../../../people/attachments/index.ts'
import { plugin as auth } from '../../../people/auth/index.ts'
import { plugin } from '../index.ts'

let world: World
let owner: Producer
let manager: Awaited<ReturnType<typeof joinAs>>
beforeAll(async () => {
  world = await openWorld({ modules: [auth, accounts, attachments, plugin] })
  owner = await producer(world)
  manager = await joinAs(world, owner, 'manager')
})
afterAll(() => world.close())

const create = async (template?: contract.MapTemplate, who: Producer = owner) =>
  (await world.call(contract.createVenueMap, { ...as(who), body: { name: 'היכל התרבות', template } })).body.data

const show = async (uuid: string) =>
  (await world.call(contract.showVenueMap, { ...as(owner), params: { uuid } })).body.data

const save = (uuid: string, version: number, document: MapDocument, token = owner.token) =>
  world.call(drafts.saveMapDraft, {
    token,
    account: owner.account.uuid,
    params: { uuid },
    body: { version, document },
  })

describe('a draft', () => {
  it('is saved over the version that it is based on, and shown as it was saved', async () => {
    const { uuid } = await create()
    expect((await save(uuid, 1, theatre())).body.data).toEqual({ version: 2 })
    const shown = await show(uuid)
    expect(shown).toMatchObject({ status: 'draft', version: 2, draft_seats: 600, draft_areas: 0, edition: null })
    expect(shown.draft).toEqual({ version: 2, document: theatre() })
  })

  it('of two people who save at once is that of one; the other is refused with the name and the time of the first', async () => {
    const { uuid } = await create()
    const answers = await Promise.all([save(uuid, 1, theatre()), save(uuid, 1, park(), manager.token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? owner.user : manager.user
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error).toMatchObject({
      code: 'version_conflict',
      detail: {
        version: 2,
        by: { uuid: winner.uuid, name: expect.stringMatching(/./) as string },
        at: world.clock.now().toISOString(),
      },
    })
    expect((await show(uuid)).draft.document).toEqual(winner === owner.user ? theatre() : park())
  })
})
