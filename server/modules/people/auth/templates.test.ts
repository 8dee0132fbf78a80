import { LANGS } from '@kartis/i18n/lang.ts'
import { expect, it } from 'vitest'
import { renderIn } from '../../../testing/templates.ts'
import { loginCode } from './templates.ts'

it.each(LANGS)('a login code in %s fits one SMS, whose last line binds the code to the site', (lang) => {
  for (const confirms of [false, true]) {
    const { sms, all } = renderIn(lang, loginCode({ minutes: 5, confirms }))
    expect(sms.length).toBeLessThanOrEqual(70)
    expect(sms.split('\n').at(-1)).toBe('@tickets.example.co.il #482913')
    expect(sms.split('\n')[0]).toContain('482913')
    expect(all).not.toMatch(/\{\{|\}\}|messages:|undefined|null|NaN|\[object/)
  }
})
