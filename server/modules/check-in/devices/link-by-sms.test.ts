import { createGateDevice, joinGate, listGateDevices } from '@kartis/contract/gate-devices.ts'
import { smsParts } from '@kartis/domain/buyer-message.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { withoutMarks } from '@kartis/i18n/plain-text.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { renderIn } from '../../../testing/templates.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { gateLink } from './templates.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** Makes a link for a phone of a new event. */
const linkTo = async (phone_number: string) => {
  const { event } = await eventOnSale(world, owner)
  const expires_at = new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString()
  const body = { label: 'North', expires_at, phone_number }
  return { event, made: await world.call(createGateDevice, { ...as(owner), params: { uuid: event.uuid }, body }) }
}

describe.each(LANGS)('the SMS with the link in %s', (lang) => {
  const link = 'https://tickets.example.co.il/gate/join#MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0'
  const until = new Date('2026-12-18T01:00:00Z')
  const sms = (account: string, event: string) =>
    renderIn(lang, gateLink({ account, event, gate: null, until, zone: 'Asia/Jerusalem', link })).sms

  it('begins with who sends it, and says for which event and until when, in two parts', () => {
    const text = sms('הפקות הצפון', 'לילה לבן')
    expect(withoutMarks(text)).toMatch(/^הפקות הצפון: /)
    for (const part of ['לילה לבן', '18', '03:00', link]) expect(text).toContain(part)
    expect(smsParts(text)).toBe(2)
  })

  it('cuts long names to take as few parts as possible, and never more than three', () => {
    for (let letters = 1; letters < 60; letters += 1)
      expect(smsParts(sms('ה'.repeat(letters), 'ק'.repeat(letters))), String(letters)).toBeLessThanOrEqual(3)
    const text = withoutMarks(sms('תיאטרון הצפון והגליל', 'פסטיבל הקיץ הגדול'))
    expect(text).toMatch(/^תיאטרון הצפון והגליל: .*פסטיבל הקיץ הגדול/)
  })
})

describe('the link of a device at the gate', () => {
  it('is sent to the phone of the helper by SMS, and opens once', async () => {
    const { made } = await linkTo('052-555 7711')
    const { link } = made.body.data
    const sent = world.db.selectFrom('messages').select(['text', 'template', 'account_id'])
    const sms = await sent.where('to', '=', '+972525557711').executeTakeFirstOrThrow()
    expect(sms).toMatchObject({ template: 'gate_link', account_id: owner.account.uuid })
    expect(sms.text).toContain(link)
    expect(sms.text).toContain(owner.account.name)

    const join = (token: string) => {
      const body = { secret: new URL(link).hash.slice(1), token: `gate_${token.repeat(64)}`, name: 'אביב', model: null }
      return world.call(joinGate, { body })
    }
    expect((await join('a')).status).toBe(200)
    expect((await join('b')).error?.code).toBe('gate_link_used')
  })

  it('is not made for a phone that is none', async () => {
    const { event, made } = await linkTo('123')
    expect([made.status, Object.keys(made.error?.detail ?? {})]).toEqual([422, ['phone_number']])
    const listed = await world.call(listGateDevices, { ...as(owner), params: { uuid: event.uuid } })
    expect(listed.body.data).toEqual([])
  })
})
