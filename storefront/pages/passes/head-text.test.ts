import { expect, it } from 'vitest'
import type { Translate } from '../../shared/translator.ts'
import { whatText } from './head-text.ts'

const t = ((key: string) => key) as Translate
const shared = { shared: true, live: 1, over: false, doors: '', start: '21:00', day: '29.11' }

it('a ticket that was shared asks for its code at the entrance', () => {
  expect(whatText(shared, t)).toBe('pass.shared_text')
})

it('a shared ticket that was cancelled asks for no code', () => {
  expect(whatText({ ...shared, live: 0 }, t)).toBe('pass.shared_cancelled')
})

it('who holds no ticket of the order any more is not expected at the event', () => {
  expect(whatText({ ...shared, shared: false, live: 0 }, t)).toBe('pass.none_left')
  expect(whatText({ ...shared, shared: false }, t)).toBe('pass.title')
})

it('nobody is expected at an event that was cancelled', () => {
  const notice = { cancelled: true, moved: null, offer: null, cancelHref: '' }
  expect(whatText({ ...shared, shared: false, notice }, t)).toBe('choice.notice.cancelled')
})
