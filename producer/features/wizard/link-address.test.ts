import { expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

it('a site is safe by default and may be written as people say it', () => {
  expect(linkAddress('kartis.co.il/order?x=1')).toBe('https://kartis.co.il/order?x=1')
  expect(linkAddress(' http://example.com ')).toBe('http://example.com')
  expect(linkAddress('האתר.co.il')).toBe('https://האתר.co.il')
})

it('an e-mail and a phone open what they are', () => {
  expect(linkAddress('hi@example.com')).toBe('mailto:hi@example.com')
  expect(linkAddress('052-418-7730')).toBe('tel:0524187730')
  expect(linkAddress('tel:*1234')).toBe('tel:*1234')
})

it('nothing else becomes a link', () => {
  for (const text of ['', 'לחצו כאן', 'javascript:alert(1)', 'ftp://example.com', 'a b.com'])
    expect(linkAddress(text), text).toBeUndefined()
})
