import type { uploadScans } from '@kartis/contract/admission.ts'
import type { BodyOf, DeviceAccess } from '@kartis/contract/endpoint.ts'
import type { GateDeviceLife } from '@kartis/domain/gate-device.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import type { DeviceRole } from '@kartis/domain/scan-upload.ts'
import type { ActorOf } from '../../../platform/http/authorization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../../people/security-log/index.ts'
import { isEnrolled } from '../devices/index.ts'
import type { ScanOrigin } from './tables.ts'

type Upload = BodyOf<typeof uploadScans>
type UploadedScan = Upload['scans'][number]

/** Who uploads, as far as the server knows it: of what the upload says of its sender nothing else is believed. */
export interface UploadSender {
  /** Null for an enrolled device. */
  readonly userId: string | null
  readonly role: DeviceRole
  /** In the team. */
  readonly memberRole: Role
  /** Of an enrolled device. */
  readonly life: GateDeviceLife | undefined
  /** Null where a member's phone named itself like an enrolled device. */
  readonly deviceId: string | null
  /** The only gate of its device. */
  readonly gate: string | null
  /** What the upload as a whole says of its sender, and is not so. */
  readonly claimed: ScanOrigin['claimed']
}

/** The role of the sender: that of the device, or of a member; leads and managers may open a hub. */
export const roleOf = ({ device, account }: ActorOf<DeviceAccess>, claimed: DeviceRole = 'scan'): DeviceRole => {
  if (device) return device.role
  if (!can(account.role, 'ticket.override_lane')) return 'scan'
  return claimed === 'hub' ? 'hub' : 'supervisor'
}

/** `scan` is also what says nothing of its role, and a hub leads. */
const isFalse = (claimed: DeviceRole, own: DeviceRole): boolean =>
  claimed !== 'scan' && claimed !== own && !(claimed === 'supervisor' && own === 'hub')

export const readSender = async (
  { db }: Pick<Platform, 'db'>,
  eventId: string,
  actor: ActorOf<DeviceAccess>,
  { device_id: named, role: claimedRole }: Upload,
): Promise<UploadSender> => {
  const { device, user, account } = actor
  const role = roleOf(actor, claimedRole)
  const takesName = !device && (await isEnrolled(db, eventId, named))
  const claimed = { ...(isFalse(claimedRole, role) && { role: claimedRole }), ...(takesName && { device: named }) }
  return {
    userId: user?.id ?? null,
    role,
    memberRole: account.role,
    life: device?.life,
    deviceId: device?.id ?? (takesName ? null : named),
    gate: role === 'hub' ? null : (device?.gate ?? null),
    claimed: Object.keys(claimed).length > 0 ? claimed : undefined,
  }
}

/** Whether a hub sends what it answered to another device. */
export const isOfOther = ({ role, deviceId }: UploadSender, scan: UploadedScan): boolean =>
  role === 'hub' && Boolean(scan.device_id) && scan.device_id !== deviceId

/** The reason of an override without another one: its code was scanned. */
export const LANE_OVERRIDE = 'lane_override'

/** Whether a lead let the ticket in although it was another lane's; versions of before say so by the reason. */
export const isOverride = ({ reason, override }: Pick<UploadedScan, 'reason' | 'override'>): boolean =>
  override || reason === LANE_OVERRIDE

/** What a scan says of who made it and is not so; undefined for nothing. */
export const falseClaims = (sender: UploadSender, named: string, scan: UploadedScan): ScanOrigin['claimed'] => {
  const isNamed = sender.role !== 'hub' && Boolean(scan.device_id) && scan.device_id !== named
  const overrides = isOverride(scan) && !isOfOther(sender, scan) && !can(sender.memberRole, 'ticket.override_lane')
  const claimed = {
    ...sender.claimed,
    ...(isNamed && scan.device_id && { device: scan.device_id }),
    ...(overrides && { override: true as const }),
  }
  return Object.keys(claimed).length > 0 ? claimed : undefined
}

/** One entry for an upload, however many of its scans say something false. */
export const logFalseClaims = async (
  platform: Platform,
  event: { readonly id: string; readonly account_id: string },
  { sender, network }: { readonly sender: UploadSender; readonly network: string },
  origins: readonly (ScanOrigin | null)[],
  now: Date,
): Promise<void> => {
  const [first, ...others] = origins.flatMap((origin) => origin?.claimed ?? [])
  if (!first) return
  await logSecurity(platform, platform.db, {
    act: 'gate_device.false_claim',
    userId: sender.userId,
    network,
    accountId: event.account_id,
    target: sender.deviceId,
    detail: {
      event: event.id,
      scans: others.length + 1,
      role: sender.role,
      claimed_role: first.role ?? null,
      claimed_device: first.device ?? null,
    },
    now,
  })
}
