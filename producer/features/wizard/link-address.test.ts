import { expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

it('a site gets https by default', () => {
  expect(linkAddress('kartis.co.il/order?x=1')).toBe('https://kartis.co.il/order?x=1')
  expect(linkAddress(' http://example.com ')).toBe('http://example.com')
  expect(linkAddress('האתר.co.il')).toBe('https://האתר.co.il')
})

it('an e-mail address and a phone number get their own scheme', () => {
  expect(linkAddress('hi@example.com')).toBe('mailto:hi@example.com')
  expect(linkAddress('052-418-7730')).toBe('tel:0524187730')
  expect(linkAddress('tel:*1234')).toBe('tel:*1234')
})

it('any other text is no link', () => {
  for (const text of ['', 'לחצו כאן', 'javascript:alert(1)', 'ftp://example.com', 'a b.com'])
    expect(linkAddress(text), text).toBeUndefined()
})
