import { afterAll, expect, it } from 'vitest'
import { createDescriptionCleaner } from './description-cleaner.ts'
import { cleanRichText } from './rich-text.ts'

const cleaner = createDescriptionCleaner()
afterAll(() => cleaner.close())

it('a long description is sanitised in a thread as a short one is at once', async () => {
  const long = '<p onclick="a()">שלום <a href="javascript:alert(1)">x</a></p>'.repeat(600)
  expect(await cleaner.clean(long, 'account')).toBe(cleanRichText(long))
  expect(await cleaner.clean('<p onclick="a()">שלום</p>', 'account')).toBe('<p>שלום</p>')
})

it('other work goes on while the worst description is sanitised', async () => {
  let turns = 0
  const count = setInterval(() => (turns += 1), 1)
  const worst = await cleaner.clean('<a a=1 b=2 c=3 d=4 e=5>x'.repeat(1600), 'account')
  clearInterval(count)
  expect(worst).toContain('rel="noopener nofollow"')
  expect(turns).toBeGreaterThan(0)
})
