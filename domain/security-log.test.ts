import { expect, test } from 'vitest'
import { isRefusedAct, SECURITY_ACT_NAMES } from './security-log.ts'

test('every act has one name, and those that were refused are known', () => {
  expect(new Set(SECURITY_ACT_NAMES).size).toBe(SECURITY_ACT_NAMES.length)
  expect(SECURITY_ACT_NAMES.filter(isRefusedAct)).toEqual([
    'sign_in.code_refused',
    'sign_in.code_locked',
    'sign_in.passkey_refused',
    'sign_in.recovery_refused',
    'sign_in.reauthentication_refused',
    'session.reused',
    'access.denied',
    'gate_device.false_claim',
  ])
})
