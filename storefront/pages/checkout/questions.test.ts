import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { describe, expect, it } from 'vitest'
import { savedAnswers, reasonFor, questionGroupsOf, apiValue } from './questions.ts'
import type { Field } from './questions.ts'

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  uuid: `f-${type}`,
  type,
  name: type,
  description: '',
  advanced: null,
  required: false,
  options: [],
  option_labels: [],
  min: null,
  max: null,
  ...more,
})

const order = {
  items: [
    { name: 'רגיל', quantity: 2 },
    { name: 'סטודנט', quantity: 1 },
  ],
  answers: [{ field_uuid: 'f-text', ticket_no: 2, value: 'נועה' }],
} as unknown as BuyerOrder

describe('the organiser’s questions', () => {
  it('appear once, or once for every ticket with its name', () => {
    const groups = questionGroupsOf(
      [
        { uuid: 'a', name: 'להזמנה', ask_per: 'order', fields: [field('text')] },
        { uuid: 'b', name: 'למשתתף', ask_per: 'ticket', fields: [field('email')] },
        { uuid: 'c', name: 'ריק', ask_per: 'ticket', fields: [] },
      ],
      order,
    )
    expect(groups.map(({ ticketNo, ticket }) => [ticketNo, ticket])).toEqual([
      [0, ''],
      [1, 'רגיל'],
      [2, 'רגיל'],
      [3, 'סטודנט'],
    ])
    expect(groups.map(({ questions }) => questions[0]?.id)).toEqual([
      'answers.f-text',
      'answers.f-email.1',
      'answers.f-email.2',
      'answers.f-email.3',
    ])
  })

  it('start from the saved answers', () => {
    expect(savedAnswers(order)).toEqual({ 'answers.f-text.2': 'נועה' })
  })

  it('are validated in the browser', () => {
    expect(reasonFor(field('text', { required: true }), '')).toBe('required')
    expect(reasonFor(field('checkbox', { required: true }), false)).toBe('required')
    expect(reasonFor(field('checkboxes', { required: true }), [])).toBe('required')
    expect(reasonFor(field('text'), '')).toBeUndefined()
    expect(reasonFor(field('email'), 'tamar@gmail')).toBe('invalid_email')
    expect(reasonFor(field('number'), 'שלוש')).toBe('not_a_number')
    expect(reasonFor(field('number', { min: 1, max: 5 }), '6')).toBe('out_of_range')
    expect(reasonFor(field('range', { min: 0, max: 5 }), 0)).toBeUndefined()
  })

  it('go to the API as numbers where numbers are meant, and as null without an answer', () => {
    expect(apiValue(field('number'), '12')).toBe(12)
    expect(apiValue(field('range'), 0)).toBe(0)
    expect(apiValue(field('text'), '')).toBeNull()
    expect(apiValue(field('checkbox'), true)).toBe(true)
  })

  it('accept an e-mail address only with a name, a host and a top-level domain', () => {
    const reasonOf = (email: string) => reasonFor(field('email'), email)
    for (const email of ['tamar@example.com', 'a.b@c.co.il', ' tamar@example.com '])
      expect(reasonOf(email)).toBeUndefined()
    for (const email of ['tamar', 'tamar@gmail', 'a@b.c', 'a b@c.com', 'נועה@example.com', 'a@-b.com'])
      expect(reasonOf(email)).toBe('invalid_email')
  })
})
