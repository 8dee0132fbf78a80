import { LANGS } from '@kartis/i18n/lang.ts'
import { expect, it } from 'vitest'
import { renderIn } from '../../../testing/templates.ts'
import { accountChanged, type AccountChange, teamInvite } from './templates.ts'

const invite = { account: 'הפקות הצפון', role: 'scanner', link: 'https://tickets.example.co.il/join' } as const

it.each(LANGS)('a team invitation in %s is complete: no key and no placeholder is left', (lang) => {
  const { all, email } = renderIn(lang, teamInvite(invite))
  expect(all).not.toMatch(/\{\{|\}\}|messages:|undefined|null|NaN|\[object/)
  expect(email.subject.length).toBeGreaterThan(5)
  if (lang !== 'he') expect(all.replaceAll(/הפקות|הצפון/g, '')).not.toMatch(/\p{Script=Hebrew}/u)
})

const CHANGES: readonly AccountChange[] = [
  { kind: 'bank', tail: '1116' },
  { kind: 'terminal_added', terminal: 'cardcom 1000' },
  { kind: 'terminal_changed', terminal: 'cardcom 1000' },
  { kind: 'terminal_suspended', terminal: 'cardcom 1000' },
  { kind: 'joined', person: 'Dana', role: 'manager' },
  { kind: 'left', person: 'Dana', role: 'manager' },
  { kind: 'removed', person: 'Dana', role: 'manager' },
  { kind: 'role', person: 'Dana', role: 'sales', before: 'manager' },
  { kind: 'events', person: 'Dana', role: 'scanner' },
]

it.each(LANGS)('a notice of a change in %s is complete: no key and no placeholder is left', (lang) => {
  for (const change of CHANGES) {
    const { all } = renderIn(lang, accountChanged({ account: 'North', by: 'Noa', at: new Date(), change }))
    expect(all).not.toMatch(/\{\{|\}\}|messages:|undefined|null|NaN|\[object/)
    expect(all).toContain('Noa')
    if (lang !== 'he') expect(all).not.toMatch(/\p{Script=Hebrew}/u)
  }
})
