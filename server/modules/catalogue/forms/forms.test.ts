import { updateEvent } from '@kartis/contract/events.ts'
import { createForm, deleteForm, listForms, showForm, updateForm } from '@kartis/contract/forms.ts'
import { FIELD_TYPES } from '@kartis/domain/form.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let stranger: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  stranger = await producer(world)
})
afterAll(() => world.close())

const size = { type: 'select' as const, name: 'מידת חולצה', options: ['S', 'M', 'L'] }
const every = FIELD_TYPES.map((type) => ({
  type,
  name: `שאלה ${type}`,
  description: 'הסבר',
  advanced: `field_${type}`,
  ...(['select', 'checkboxes'].includes(type) && { options: ['א', 'ב'] }),
  ...(type === 'range' && { min: 1, max: 5 }),
}))

const make = async (name = 'משתתפים') =>
  (await world.call(createForm, { ...as(owner), body: { name, fields: [size] } })).body.data

describe('forms', () => {
  it('have fields of all ten types, each with a name, a description and a technical name', async () => {
    const made = await world.call(createForm, {
      ...as(owner),
      body: { name: 'הכול', ask_per: 'ticket', fields: every },
    })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ name: 'הכול', ask_per: 'ticket', events_count: 0, answers_count: 0 })
    expect(made.body.data.fields).toMatchObject(every)
    const shown = await world.call(showForm, { ...as(owner), params: { uuid: made.body.data.uuid } })
    expect(shown.body).toEqual(made.body)
  })

  it('are refused without a name, without a field or with an invalid one, with all reasons at once', async () => {
    const none = await world.call(createForm, { ...as(owner), body: { name: ' ', fields: [] } })
    expect(none.status).toBe(422)
    expect(none.error?.detail).toEqual({ name: ['required'], fields: ['no_fields'] })
    const fields = [
      { type: 'range' as const, name: 'דירוג', min: 5, max: 5 },
      { type: 'text' as const, name: 'שם', advanced: '1st' },
    ]
    const wrong = await world.call(createForm, { ...as(owner), body: { name: 'סקר', fields } })
    expect(wrong.error?.detail).toEqual({
      'fields.0.min': ['min_not_below_max'],
      'fields.1.advanced': ['invalid_advanced_name'],
    })
  })

  it('are updated; a field keeps its id unless its type changes', async () => {
    const form = await make()
    const [field] = form.fields
    const change = (fields: object[]) =>
      world.call(updateForm, { ...as(owner), params: { uuid: form.uuid }, body: { fields: fields as (typeof size)[] } })
    const renamed = await change([{ ...size, uuid: field?.uuid, name: 'מידה' }])
    expect(renamed.body.data.fields[0]).toMatchObject({ uuid: field?.uuid, name: 'מידה' })
    const other = await change([{ type: 'text', uuid: field?.uuid, name: 'מידה' }])
    expect(other.body.data.fields[0]?.uuid).not.toBe(field?.uuid)
  })

  it('cannot be deleted while an upcoming event uses them, and can afterwards', async () => {
    const form = await make()
    const event = await draftEvent(world, owner, { forms: [form.uuid] })
    const remove = () => world.call(deleteForm, { ...as(owner), params: { uuid: form.uuid } })
    expect((await remove()).error).toMatchObject({ code: 'form_in_use', detail: { events: 1 } })
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { forms: [] } })
    expect((await remove()).status).toBe(200)
    expect((await world.call(showForm, { ...as(owner), params: { uuid: form.uuid } })).status).toBe(404)
  })

  it('are listed with their counts of events and answers, page by page, and found by name', async () => {
    await make('אלרגיות')
    const found = await world.call(listForms, {
      ...as(owner),
      query: { per_page: 1, filter: { or: { name: 'אלרגיות' } } },
    })
    expect(found.body.data).toMatchObject([{ name: 'אלרגיות' }])
    expect(found.body.meta).toMatchObject({ current_page: 1, per_page: 1, total: 1, last_page: 1 })
  })

  it('are hidden from other accounts and from scanners', async () => {
    const form = await make()
    const params = { uuid: form.uuid }
    expect((await world.call(showForm, { ...as(stranger), params })).status).toBe(404)
    expect((await world.call(updateForm, { ...as(stranger), params, body: { name: 'שלי' } })).status).toBe(404)
    expect((await world.call(deleteForm, { ...as(stranger), params })).status).toBe(404)
    const scanner = await joinAs(world, owner, 'scanner')
    const asScanner = { token: scanner.token, account: owner.account.uuid }
    for (const answer of [
      await world.call(listForms, asScanner),
      await world.call(createForm, { ...asScanner, body: { name: 'שלי', fields: [size] } }),
      await world.call(updateForm, { ...asScanner, params, body: { name: 'שלי' } }),
      await world.call(deleteForm, { ...asScanner, params }),
    ])
      expect(answer.error?.code).toBe('forbidden')
  })
})
