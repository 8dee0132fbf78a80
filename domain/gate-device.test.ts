import { describe, expect, it } from 'vitest'
import {
  gateDeviceState,
  type GateDeviceLife,
  joinVerdict,
  mayDeviceCall,
  roleOfDevice,
  wasDeviceActive,
} from './gate-device.ts'
import { can } from './permissions.ts'

const at = (time: string) => new Date(`2026-12-17T${time}:00Z`)
const life = (change: Partial<GateDeviceLife> = {}): GateDeviceLife => ({
  joinedAt: at('17:00'),
  expiresAt: at('23:00'),
  revokedAt: null,
  isLost: false,
  ...change,
})

describe('a device at the gate', () => {
  it('waits for its helper, is active, expires, and stays revoked', () => {
    expect(gateDeviceState(life({ joinedAt: null }), at('18:00'))).toBe('waiting')
    expect(gateDeviceState(life(), at('18:00'))).toBe('active')
    expect(gateDeviceState(life(), at('23:00'))).toBe('expired')
    expect(gateDeviceState(life({ revokedAt: at('19:00') }), at('23:30'))).toBe('revoked')
  })

  it('that has ended may only send its scans, for a day, and nothing once it is lost', () => {
    const revoked = life({ revokedAt: at('19:00') })
    expect(mayDeviceCall(revoked, at('19:01'), false)).toBe(false)
    expect(mayDeviceCall(revoked, at('19:01'), true)).toBe(true)
    expect(mayDeviceCall({ ...revoked, isLost: true }, at('19:01'), true)).toBe(false)
    expect(mayDeviceCall(revoked, new Date('2026-12-18T19:01:00Z'), true)).toBe(false)
    expect(mayDeviceCall(life(), new Date('2026-12-18T22:59:00Z'), true)).toBe(true)
    expect(mayDeviceCall(life({ joinedAt: null }), at('19:00'), true)).toBe(false)
  })

  it('was active from its joining to the earlier of its end and its revocation', () => {
    const seen = (device: GateDeviceLife) =>
      ['16:59', '17:00', '19:00', '19:01', '23:00', '23:01'].map((time) => wasDeviceActive(device, at(time)))
    expect(seen(life())).toEqual([false, true, true, true, true, false])
    expect(seen(life({ revokedAt: at('19:00') }))).toEqual([false, true, true, false, false, false])
    expect(seen(life({ joinedAt: null }))).not.toContain(true)
  })

  it('takes its link alone: the same one again, no other one, none after its end', () => {
    expect(joinVerdict(life({ joinedAt: null }), at('18:00'), false)).toBe('join')
    expect(joinVerdict(life(), at('18:00'), true)).toBe('again')
    expect(joinVerdict(life(), at('18:00'), false)).toBe('used')
    expect(joinVerdict(life({ revokedAt: at('17:30') }), at('18:00'), true)).toBe('ended')
  })

  it('scans; only a supervisor undoes entries and lets other lanes in; neither sells, exports or manages', () => {
    expect(can(roleOfDevice('scan'), 'ticket.scan')).toBe(true)
    expect(can(roleOfDevice('scan'), 'ticket.undo_entry')).toBe(false)
    expect(can(roleOfDevice('supervisor'), 'ticket.undo_entry')).toBe(true)
    expect(can(roleOfDevice('supervisor'), 'gate.devices')).toBe(false)
  })
})
