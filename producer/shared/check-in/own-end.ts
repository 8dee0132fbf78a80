import { gateIdentity } from '../gate-device.ts'
import { type AdmissionList } from './decide.ts'
import { checkInClock } from './admission-list.ts'

/**
 * Whether the permission of this device is over, by the clock of the server as far as it is known here. Nothing is wiped for
 * it: that is for the server to say, since a clock may be wrong. Phones of members have no end.
 */
export const isPermissionOver = (list: AdmissionList): boolean => {
  const end = Date.parse(gateIdentity()?.expires_at ?? '')
  return checkInClock(list).getTime() >= end
}
