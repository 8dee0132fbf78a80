import { CODE_PURPOSE_NAMES } from '@kartis/domain/code-purpose.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { expect, it } from 'vitest'
import { renderIn } from '../../../testing/templates.ts'
import { loginCode } from './templates.ts'

it.each(LANGS)('a code in %s says what it is for in one SMS, whose last line binds it to the site', (lang) => {
  const texts = new Set<string>()
  for (const purpose of [...CODE_PURPOSE_NAMES, 'payout'] as const) {
    const { sms, all } = renderIn(lang, loginCode({ minutes: 5, purpose }))
    texts.add(sms)
    expect(sms.length).toBeLessThanOrEqual(70)
    expect(sms.split('\n').at(-1)).toBe('@tickets.example.co.il #482913')
    expect(sms.split('\n')[0]).toContain('482913')
    expect(all).not.toMatch(/\{\{|\}\}|messages:|undefined|null|NaN|\[object/)
  }
  expect(texts.size).toBe(CODE_PURPOSE_NAMES.length + 1)
})
