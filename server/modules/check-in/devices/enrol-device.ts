import { randomBytes } from 'node:crypto'
import type { createGateDevice, joinGate } from '@kartis/contract/gate-devices.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { GATE_DEVICE, joinVerdict } from '@kartis/domain/gate-device.ts'
import { DEFAULT_COUNTRY_CODE, parsePhone } from '@kartis/domain/phone.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { isUniqueViolation } from '../../../platform/database/error-code.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type EventRow } from '../../catalogue/events/index.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { logSecurity, logSecurityOfAll } from '../../people/security-log/index.ts'
import { eventNameIn } from '../../selling/orders/index.ts'
import {
  areOfEvent,
  closeDevices,
  countOpenDevices,
  deviceByLink,
  endOwn,
  type GateDeviceRow,
  insertDevice,
  lifeOf,
  lockDeviceByLink,
  revokeDevices,
  takeDevice,
} from './devices-queries.ts'
import { gateLink } from './templates.ts'

/** Who enrols and revokes the devices of an account. */
export interface DeviceManager {
  readonly accountId: string
  readonly userId: string
  readonly network: string
  readonly lang: Lang
  readonly now: Date
}

/** Each link by SMS costs one: a team of forty, and some that are sent again. */
const SMS_OF_ACCOUNT_A_DAY = { max: 100, seconds: 86_400 }

type Keys = Pick<Platform['keys'], 'hmac'>

const linkHash = (keys: Keys, secret: string): string => keys.hmac('gate_link', secret)
export const tokenHash = (keys: Keys, token: string): string => keys.hmac('gate_token', token)

/** The phone that the link is sent to; undefined without one. */
const readPhone = async (
  platform: Platform,
  { phone_number: number, phone_country_code: country }: BodyOf<typeof createGateDevice>,
  accountId: string,
): Promise<string | undefined | Refusal> => {
  if (!number) return undefined
  const parsed = parsePhone(country || DEFAULT_COUNTRY_CODE, number)
  if (!parsed.ok) return refuseField('phone_number', parsed.reason)
  return (await limit(platform, `gate_link:account:${accountId}`, SMS_OF_ACCOUNT_A_DAY)) ?? parsed.e164
}

interface LinkToSend {
  readonly phone: string
  readonly event: EventRow
  readonly row: Pick<GateDeviceRow, 'gate' | 'expires_at'>
  readonly link: string
  readonly secret: string
}

/** Counts and writes the SMS; throws `too_many_requests` beyond a budget, which undoes the link. */
const sendLink = async (
  platform: Platform,
  tx: Tx,
  { accountId, userId, network, lang }: DeviceManager,
  { phone, event, row, link, secret }: LinkToSend,
): Promise<void> => {
  const message = { channel: 'sms' as const, to: phone, accountId }
  await platform.notifications.takeBudget(tx, [{ ...message, cause: { member: { userId, network } } }])
  const content = gateLink({
    account: (await organiserOf(tx, accountId, lang))?.name ?? '',
    event: eventNameIn(event, lang),
    gate: row.gate,
    until: row.expires_at,
    zone: event.timezone,
    link,
  })
  // Sealed until it is sent, like a one-time code: the database has a hash of the secret alone.
  await platform.notifications.send(tx, { ...message, lang, content, secret: { code: secret } })
}

/**
 * Makes the link of a device. `validation` for an end in the past or weeks ahead, `conflict` above the number of devices,
 * `too_many_requests` for links by SMS.
 */
export const createDevice = async (
  platform: Platform,
  event: EventRow,
  body: BodyOf<typeof createGateDevice>,
  manager: DeviceManager,
): Promise<{ readonly row: GateDeviceRow; readonly link: string } | Refusal> => {
  const { accountId, userId, network, now } = manager
  const expiresAt = new Date(body.expires_at)
  const last = now.getTime() + GATE_DEVICE.days * 86_400_000
  if (expiresAt <= now || expiresAt.getTime() > last) return refuseField('expires_at', 'invalid_date')
  const phone = await readPhone(platform, body, accountId)
  if (isRefusal(phone)) return phone
  const secret = randomBytes(24).toString('base64url')
  return inTransaction(platform.db, async (tx) => {
    if ((await countOpenDevices(tx, event.id, now)) >= GATE_DEVICE.max)
      return refuse('conflict', { detail: { max: GATE_DEVICE.max } })
    const id = platform.newId()
    const row = await insertDevice(tx, {
      event_id: event.id,
      id,
      account_id: accountId,
      label: body.label,
      helper: null,
      role: body.role,
      gate: body.gate,
      stands_at: null,
      link_hash: linkHash(platform.keys, secret),
      token_hash: null,
      created_by: userId,
      created_at: now,
      expires_at: expiresAt,
      joined_at: null,
      revoked_at: null,
      contact_at: null,
      pending: null,
      battery: null,
      clock_off_ms: null,
      list_at: null,
      model: null,
      heard_at: null,
      closed_at: null,
      closed_by: null,
      closing_note: null,
    })
    const detail = { label: body.label, role: body.role, gate: body.gate, event: event.id }
    await logSecurity(platform, tx, { act: 'gate_device.created', userId, network, accountId, target: id, detail, now })
    // After the #, which browsers send to no server, so that no log has it.
    const link = `${platform.settings.publicUrl}/gate/join#${secret}`
    if (phone !== undefined) await sendLink(platform, tx, manager, { phone, event, row, link, secret })
    return { row, link }
  })
}

/** The device of a link that can still be opened. `not_found`, `gate_link_used`, `gate_device_ended`. */
export const readLink = async (platform: Platform, secret: string, now: Date): Promise<GateDeviceRow | Refusal> => {
  const row = await deviceByLink(platform.db, linkHash(platform.keys, secret))
  if (!row) return refuse('not_found')
  const verdict = joinVerdict(lifeOf(row), now, false)
  if (verdict === 'ended') return refuse('gate_device_ended')
  return verdict === 'join' ? row : refuse('gate_link_used')
}

/**
 * Gives the device of a link to the first phone that opens it. The same phone may repeat that, since a reply can be lost.
 * `not_found`, `gate_link_used`, `gate_device_ended`; `validation` for a token that another device has or had.
 */
export const joinDevice = (
  platform: Platform,
  { secret, token, name, model, gate }: BodyOf<typeof joinGate>,
  { network, now }: { readonly network: string; readonly now: Date },
): Promise<GateDeviceRow | Refusal> =>
  inTransaction<GateDeviceRow | Refusal>(platform.db, async (tx) => {
    const row = await lockDeviceByLink(tx, linkHash(platform.keys, secret))
    if (!row) return refuse('not_found')
    const hash = tokenHash(platform.keys, token)
    const verdict = joinVerdict(lifeOf(row), now, row.token_hash === hash)
    if (verdict === 'ended') return refuse('gate_device_ended')
    if (verdict === 'used') return refuse('gate_link_used')
    if (verdict === 'again') return row
    const taken = await takeDevice(tx, row, {
      token_hash: hash,
      helper: name,
      model: model || null,
      joined_at: now,
      stands_at: gate || null,
    })
    await logSecurity(platform, tx, {
      act: 'gate_device.joined',
      userId: null,
      network,
      accountId: row.account_id,
      target: row.id,
      detail: { label: row.label, role: row.role, gate: row.gate, event: row.event_id },
      now,
    })
    return taken
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) return refuseField('token', 'duplicate')
    throw error
  })

/** What a manager did to each of these devices, in the security log. */
const logEach = (
  platform: Platform,
  tx: Tx,
  devices: readonly Pick<GateDeviceRow, 'id' | 'label'>[],
  { accountId, userId, network, now }: DeviceManager,
  {
    act,
    detail,
  }: Pick<Parameters<typeof logSecurity>[2], 'act'> & { readonly detail: Record<string, string | number> },
): Promise<void> =>
  logSecurityOfAll(
    platform,
    tx,
    devices.map(({ id, label }) => ({
      act,
      userId,
      network,
      accountId,
      target: id,
      detail: { label, ...detail },
      now,
    })),
  )

/** Ends the permission of a device at the wish of whoever holds it. Again it changes nothing. */
export const leave = (
  platform: Platform,
  event: EventRow,
  deviceId: string,
  { network, now }: { readonly network: string; readonly now: Date },
): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const row = await endOwn(tx, event.id, deviceId, now)
    if (!row) return
    const { account_id: accountId, label, role, gate } = row
    const detail = { label, role, gate, event: event.id }
    const entry = { act: 'gate_device.left', userId: null, network, accountId, target: deviceId, detail, now } as const
    await logSecurity(platform, tx, entry)
  })

/** An act on devices of an event. `not_found`: one of them is of another event. */
const onDevices = (
  platform: Platform,
  event: EventRow,
  ids: readonly string[],
  act: (tx: Tx) => Promise<void>,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await areOfEvent(tx, event.id, ids))) return refuse('not_found')
    await act(tx)
    return undefined
  })

/** Takes devices of an event off the board whose permission is over. Those at work are left as they are. */
export const closeEnded = (
  platform: Platform,
  event: EventRow,
  { ids, note }: { readonly ids: readonly string[]; readonly note: string },
  manager: DeviceManager,
): Promise<Refusal | undefined> =>
  onDevices(platform, event, ids, async (tx) => {
    const closed = await closeDevices(tx, event.id, ids, { userId: manager.userId, note, now: manager.now })
    await logEach(platform, tx, closed, manager, { act: 'gate_device.closed', detail: { event: event.id, note } })
  })

/** Ends devices of an event at once. Those that have been revoked before are left as they are. */
export const revoke = (
  platform: Platform,
  event: EventRow,
  { ids, lost }: { readonly ids: readonly string[]; readonly lost: boolean },
  manager: DeviceManager,
): Promise<Refusal | undefined> =>
  onDevices(platform, event, ids, async (tx) => {
    const revoked = await revokeDevices(tx, event.id, ids, { lost, now: manager.now })
    const detail = { event: event.id, lost: lost ? 1 : 0 }
    await logEach(platform, tx, revoked, manager, { act: 'gate_device.revoked', detail })
  })
