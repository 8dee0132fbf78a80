import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  can,
  canBeLimited,
  canManageRole,
  coversEvent,
  isAllowed,
  isLastOwner,
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  type Role,
  ROLES,
} from './permissions.ts'

const ALL = null
const permissionsOfRole = (role: Role) => PERMISSION_NAMES.filter((permission) => can(role, permission))

describe('roles', () => {
  test('an owner may do everything', () => {
    expect(permissionsOfRole('owner')).toEqual(PERMISSION_NAMES)
  })

  test('a manager may do everything but change owners and read the security log', () => {
    expect(PERMISSION_NAMES.filter((permission) => !can('manager', permission))).toEqual([
      'team.owners',
      'security_log.read',
    ])
  })

  test('a scanner sees his events, scans and counts, and nothing else', () => {
    expect(permissionsOfRole('scanner')).toEqual([
      'event.list',
      'event.read',
      'ticket.scan',
      'scan.statistics',
      'account.read',
      'account.leave',
    ])
  })

  test('a box office seller sells at a register and sees no money but his own', () => {
    expect(permissionsOfRole('box_office')).toEqual([
      'event.list',
      'event.read',
      'scan.statistics',
      'box_office.sell',
      'register.use',
      'shift.read',
      'account.read',
      'account.leave',
    ])
  })

  test('finance changes nothing but bank details', () => {
    const changes = permissionsOfRole('finance').filter((permission) =>
      /\.(create|edit|delete|publish|archive|send|resend|cancel|sell|setup|control|owners|use|scan)$/.test(permission),
    )
    expect(changes).toEqual([])
    expect(can('finance', 'account.bank')).toBe(true)
  })

  test('every other role holds a subset of what a manager holds', () => {
    for (const role of ROLES.filter((name) => name !== 'owner'))
      expect(permissionsOfRole(role).filter((permission) => !can('manager', permission))).toEqual([])
  })
})

describe('a membership of named events', () => {
  const limited = { role: 'manager', events: ['e1'] } as const

  test('covers those events alone', () => {
    expect([coversEvent(limited, 'e1'), coversEvent(limited, 'e2')]).toEqual([true, false])
    expect(coversEvent({ events: ALL }, 'e2')).toBe(true)
    expect(coversEvent({ events: [] }, 'e1')).toBe(false)
  })

  test('holds no permission that reaches the whole account', () => {
    const held = PERMISSION_NAMES.filter((permission) => isAllowed(limited, permission))
    expect(held.filter((permission) => PERMISSIONS[permission].reach === 'account')).toEqual([])
    expect(held).toContain('event.edit')
    expect(held).not.toContain('team.edit')
  })

  test('is never an owner’s', () => {
    expect(ROLES.filter((role) => !canBeLimited(role))).toEqual(['owner'])
  })
})

test('the answers that travel with the data are the answers of the table', () => {
  for (const role of ROLES)
    for (const permission of PERMISSION_NAMES)
      expect(permissionsOf({ role, events: ALL })[permission]).toBe(can(role, permission))
})

describe('owners', () => {
  test('the last owner can neither leave nor take another role', () => {
    expect(isLastOwner({ role: 'owner' }, 1)).toBe(true)
    expect(isLastOwner({ role: 'owner' }, 2)).toBe(false)
    expect(isLastOwner({ role: 'manager' }, 1)).toBe(false)
  })

  test('only an owner changes an owner, and only the office changes a team', () => {
    expect(canManageRole({ role: 'owner', events: ALL }, 'owner')).toBe(true)
    expect(canManageRole({ role: 'manager', events: ALL }, 'owner')).toBe(false)
    expect(canManageRole({ role: 'manager', events: ALL }, 'manager')).toBe(true)
    expect(canManageRole({ role: 'manager', events: ['e1'] }, 'scanner')).toBe(false)
    expect(canManageRole({ role: 'sales', events: ALL }, 'scanner')).toBe(false)
  })
})

test('docs/rules/roles.md shows the table as it is', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/rules/roles.md'), 'utf8')
  const rows = page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|(.+)\|$/gmu)
  const shown = Object.fromEntries(
    Array.from(rows, ([, name = '', cells = '']) => [name, cells.split('|').map((cell) => cell.trim())]),
  )
  const expected = Object.fromEntries(
    PERMISSION_NAMES.map((name) => [
      name,
      [PERMISSIONS[name].reach, ...ROLES.map((role) => (can(role, name) ? 'yes' : ''))],
    ]),
  )
  expect(shown).toEqual(expected)
})
