import { LANGS } from '@kartis/i18n/lang.ts'
import { expect, it } from 'vitest'
import { renderIn } from '../../../testing/templates.ts'
import { teamInvite } from './templates.ts'

const invite = { account: 'הפקות הצפון', role: 'scanner', link: 'https://tickets.example.co.il/join' } as const

it.each(LANGS)('a team invitation in %s is complete: no key and no placeholder is left', (lang) => {
  const { all, email } = renderIn(lang, teamInvite(invite))
  expect(all).not.toMatch(/\{\{|\}\}|messages:|undefined|null|NaN|\[object/)
  expect(email.subject.length).toBeGreaterThan(5)
  if (lang !== 'he') expect(all.replaceAll(/הפקות|הצפון/g, '')).not.toMatch(/\p{Script=Hebrew}/u)
})
