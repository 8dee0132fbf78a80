import { afterEach, expect, it } from 'vitest'
import { supportLinks } from './support.ts'

afterEach(() => void (document.head.innerHTML = ''))

it('the support contact is a phone link without separators and an email link', () => {
  document.head.innerHTML =
    '<meta name="support-phone" content="03-555-0100"><meta name="support-email" content="help@example.co.il">'
  expect(supportLinks()).toEqual([
    { href: 'tel:035550100', text: '03-555-0100' },
    { href: 'mailto:help@example.co.il', text: 'help@example.co.il' },
  ])
})

it('an operator without a contact has no support links', () => {
  expect(supportLinks()).toEqual([])
})
